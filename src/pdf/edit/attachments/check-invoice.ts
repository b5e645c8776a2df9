import type { InvoiceProfile } from '../../xmp/attachment.ts';
import type { XmlElement } from '../../xmp/reading/xml.ts';
import { addAmounts, amountOf, writtenAmount } from './amounts.ts';
import {
  guidelineExamples,
  guidelines,
  invoiceTerms,
  linesPath,
  lineTerms,
  profileLevels,
  sellerPath,
  settlementPath,
  taxesPath,
  taxTerms,
  totalsPath,
  type InvoiceTerm,
} from './invoice-terms.ts';

/** Mistakes that are told of one invoice. */
const maxCount = 50;

/**
 * What an invoice (CrossIndustryInvoice) lacks of its profile, and where it contradicts itself: sentences with the
 * business term and the path of the XML. Presence, codes as far as their form goes, and sums; not the lists of codes,
 * nor the rules for each VAT category (EN 16931-1, 6.4).
 */
export function invoiceMistakes(root: XmlElement, profile: InvoiceProfile): string[] {
  const level = profileLevels[profile];
  const wanted = (terms: readonly InvoiceTerm[]) =>
    terms.filter(({ from }) => (from === 'only XRECHNUNG' ? profile === 'XRECHNUNG' : profileLevels[from] <= level));
  const taxes = level >= profileLevels['BASIC WL'] ? all(root, taxesPath) : [];
  const lines = level >= profileLevels.BASIC ? all(root, linesPath) : [];
  const mistakes = [
    ...guidelineMistake(root, profile),
    ...absent(root, wanted(invoiceTerms), ''),
    ...(level >= profileLevels['BASIC WL'] && taxes.length === 0 ? [`has no VAT breakdown (BG-23): ${taxesPath}`] : []),
    ...taxes.flatMap((tax, index) => absent(tax, wanted(taxTerms), `${taxesPath}[${index + 1}]/`)),
    ...(level >= profileLevels.BASIC && lines.length === 0 ? [`has no line (BG-25): ${linesPath}`] : []),
    ...lines.flatMap((line, index) => absent(line, wanted(lineTerms), `${linesPath}[${index + 1}]/`)),
    ...wrongForms(root),
    ...(level >= profileLevels['BASIC WL'] ? duties(root) : []),
    ...sums(root, profile),
  ];
  return mistakes.length > maxCount
    ? [...mistakes.slice(0, maxCount), `has ${mistakes.length - maxCount} more mistakes`]
    : mistakes;
}

function guidelineMistake(root: XmlElement, profile: InvoiceProfile): string[] {
  const path = 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID';
  const own = text(root, path);
  if (guidelines[profile].test(own)) return [];
  const actual = (Object.keys(guidelines) as InvoiceProfile[]).find((other) => guidelines[other].test(own));
  const said =
    own === ''
      ? 'does not say which profile it follows'
      : actual === undefined
        ? `follows '${own.slice(0, 120)}'`
        : `is of the profile ${actual}`;
  return [
    `${said}, and \`facturX.profile\` says ${profile}: ${path} (BT-24) has to be '${guidelineExamples[profile]}'`,
  ];
}

const absent = (element: XmlElement, terms: readonly InvoiceTerm[], under: string) =>
  terms
    .filter(({ path }) => text(element, path) === '')
    .map(({ term, name, path }) => `has no ${name} (${term}): ${under}${path}`);

/** Values that are there, and can not be what they are to be. */
function wrongForms(root: XmlElement): string[] {
  const wrong = (path: string, form: RegExp, what: string) => {
    const own = text(root, path);
    return own === '' || form.test(own) ? [] : [`has '${own.slice(0, 40)}' for ${what}: ${path}`];
  };
  const date = 'ExchangedDocument/IssueDateTime/DateTimeString';
  const issued = text(root, date);
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(issued);
  const isDay =
    day !== null &&
    new Date(`${day[1] ?? ''}-${day[2] ?? ''}-${day[3] ?? ''}T00:00:00Z`).getUTCDate() === Number(day[3]);
  return [
    ...wrong('ExchangedDocument/TypeCode', /^\d{2,3}$/, 'a code of UNTDID 1001, as 380 (BT-3)'),
    ...wrong(`${settlementPath}/InvoiceCurrencyCode`, /^[A-Z]{3}$/, 'a currency of ISO 4217, as EUR (BT-5)'),
    ...wrong(`${sellerPath}/PostalTradeAddress/CountryID`, /^[A-Z]{2}$/, 'a country of ISO 3166-1, as FR (BT-40)'),
    ...(issued === '' || (isDay && text(root, `${date}/@format`) === '102')
      ? []
      : [`has '${issued.slice(0, 40)}' for a day by format 102, as 20261121 (BT-2): ${date}`]),
  ];
}

/** Conditions of EN 16931-1, 6.4 that ask for a term. */
function duties(root: XmlElement): string[] {
  const due = amountOf(text(root, `${totalsPath}/DuePayableAmount`));
  const terms = all(root, `${settlementPath}/SpecifiedTradePaymentTerms`).some(
    (each) => text(each, 'DueDateDateTime/DateTimeString') !== '' || text(each, 'Description') !== '',
  );
  const known = ['ID', 'GlobalID', 'SpecifiedLegalOrganization/ID', 'SpecifiedTaxRegistration/ID'].some(
    (path) => text(root, `${sellerPath}/${path}`) !== '',
  );
  return [
    ...(due !== null && due > 0n && !terms
      ? [
          'has an amount due, but neither a due date (BT-9) nor payment terms (BT-20): ' +
            `${settlementPath}/SpecifiedTradePaymentTerms (BR-CO-25)`,
        ]
      : []),
    ...(known
      ? []
      : [
          'does not identify the seller by an identifier (BT-29), a registration (BT-30) or a VAT number ' +
            `(BT-31): ${sellerPath} (BR-CO-26)`,
        ]),
  ];
}

/**
 * Sums that every profile that has their terms keeps (EN 16931-1, BR-CO-10, 13 to 16); EXTENDED knows more charges than
 * two of them.
 */
function sums(root: XmlElement, profile: InvoiceProfile): string[] {
  const level = profileLevels[profile];
  const currency = text(root, `${settlementPath}/InvoiceCurrencyCode`);
  const total = (name: string) => amountOf(text(root, `${totalsPath}/${name}`));
  const taxTotals = all(root, `${totalsPath}/TaxTotalAmount`);
  const tax =
    taxTotals.length === 0
      ? level === profileLevels.MINIMUM
        ? null
        : 0n
      : amountOf(
          taxTotals.find((each) => (attributeOf(each, 'currencyID') ?? currency) === currency)?.text.trim() ?? '',
        );
  const foreign = taxTotals
    .map((each) => attributeOf(each, 'currencyID'))
    .find(
      (each) => each !== undefined && each !== currency && each !== text(root, `${settlementPath}/TaxCurrencyCode`),
    );
  const each = (path: string, within: string) => all(root, path).map((element) => amountOf(text(element, within)));
  const equal = (name: string, term: string, rule: string, should: bigint | null, how: string) => {
    const own = total(name);
    return own === null || should === null || own === should
      ? []
      : [
          `has ${writtenAmount(own)} for the ${how} (${term}), which is ${writtenAmount(should)}: ` +
            `${totalsPath}/${name} (${rule})`,
        ];
  };
  return [
    ...(foreign === undefined
      ? []
      : [`has a VAT total in ${foreign.slice(0, 8)}, and is in ${currency}: ${totalsPath}/TaxTotalAmount (BT-110)`]),
    ...(level >= profileLevels.BASIC && profile !== 'EXTENDED'
      ? equal(
          'LineTotalAmount',
          'BT-106',
          'BR-CO-10',
          addAmounts(each(linesPath, lineTerms.find(({ term }) => term === 'BT-131')?.path ?? '')),
          'sum of the lines',
        )
      : []),
    ...(level >= profileLevels['BASIC WL'] && profile !== 'EXTENDED'
      ? equal(
          'TaxBasisTotalAmount',
          'BT-109',
          'BR-CO-13',
          addAmounts([
            total('LineTotalAmount'),
            negative(total('AllowanceTotalAmount') ?? 0n),
            total('ChargeTotalAmount') ?? 0n,
          ]),
          'total without VAT',
        )
      : []),
    ...equal(
      'GrandTotalAmount',
      'BT-112',
      'BR-CO-15',
      addAmounts([total('TaxBasisTotalAmount'), tax]),
      'total with VAT',
    ),
    ...(level >= profileLevels['BASIC WL']
      ? equal(
          'DuePayableAmount',
          'BT-115',
          'BR-CO-16',
          addAmounts([
            total('GrandTotalAmount'),
            negative(total('TotalPrepaidAmount') ?? 0n),
            total('RoundingAmount') ?? 0n,
          ]),
          'amount due',
        )
      : []),
    ...(level >= profileLevels['BASIC WL'] &&
    taxTotals.length > 0 &&
    tax !== null &&
    !isEqual(tax, addAmounts(each(taxesPath, 'CalculatedAmount')))
      ? [
          `has ${writtenAmount(tax)} for the VAT total (BT-110), which is not the sum of its VAT breakdown: ` +
            `${totalsPath}/TaxTotalAmount (BR-CO-14)`,
        ]
      : []),
  ];
}

const negative = (amount: bigint | null) => (amount === null ? null : -amount);
const isEqual = (one: bigint, other: bigint | null) => other === null || one === other;

/** The value of an attribute without a prefix. */
function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((attribute) => attribute.namespace === '' && attribute.name === name)?.value;
}

/** The elements at a path of local names. */
function all(from: XmlElement, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [from],
    );
}

/** The text of the first element or attribute at a path that has one; '' where none has. */
function text(from: XmlElement, path: string): string {
  const [elements = path, attribute] = path.split('/@');
  return (
    all(from, elements)
      .map((element) => (attribute === undefined ? element.text : (attributeOf(element, attribute) ?? '')).trim())
      .find((found) => found !== '') ?? ''
  );
}
