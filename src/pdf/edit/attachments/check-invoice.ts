import type { InvoiceProfile } from '../../xmp/attachment.ts';
import type { XmlElement } from '../../xmp/reading/xml.ts';
import { amountOf } from './amounts.ts';
import { invoiceSumMistakes } from './check-invoice-sums.ts';
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
import { elementsAt, textAt } from './invoice-paths.ts';

/** Mistakes of an invoice that are reported. */
const maxCount = 50;

/**
 * Checks an invoice (CrossIndustryInvoice) against its profile. Answers sentences with the business term and the path
 * in the XML. Checks the presence of terms, the form of codes, and sums, but neither code lists nor the rules of each
 * VAT category (EN 16931-1, 6.4).
 */
export function invoiceMistakes(root: XmlElement, profile: InvoiceProfile): string[] {
  const level = profileLevels[profile];
  const wanted = (terms: readonly InvoiceTerm[]) =>
    terms.filter(({ from }) => (from === 'only XRECHNUNG' ? profile === 'XRECHNUNG' : profileLevels[from] <= level));
  const taxes = level >= profileLevels['BASIC WL'] ? elementsAt(root, taxesPath) : [];
  const lines = level >= profileLevels.BASIC ? elementsAt(root, linesPath) : [];
  const mistakes = [
    ...guidelineMistake(root, profile),
    ...absent(root, wanted(invoiceTerms), ''),
    ...(level >= profileLevels['BASIC WL'] && taxes.length === 0 ? [`has no VAT breakdown (BG-23): ${taxesPath}`] : []),
    ...taxes.flatMap((tax, index) => absent(tax, wanted(taxTerms), `${taxesPath}[${index + 1}]/`)),
    ...(level >= profileLevels.BASIC && lines.length === 0 ? [`has no line (BG-25): ${linesPath}`] : []),
    ...lines.flatMap((line, index) => absent(line, wanted(lineTerms), `${linesPath}[${index + 1}]/`)),
    ...wrongForms(root),
    ...(level >= profileLevels['BASIC WL'] ? duties(root) : []),
    ...invoiceSumMistakes(root, profile),
  ];
  return mistakes.length > maxCount
    ? [...mistakes.slice(0, maxCount), `has ${mistakes.length - maxCount} more mistakes`]
    : mistakes;
}

function guidelineMistake(root: XmlElement, profile: InvoiceProfile): string[] {
  const path = 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID';
  const own = textAt(root, path);
  if (guidelines[profile].test(own)) return [];
  const actual = (Object.keys(guidelines) as InvoiceProfile[]).find((other) => guidelines[other].test(own));
  const stated =
    own === ''
      ? 'does not state its profile'
      : actual === undefined
        ? `follows '${own.slice(0, 120)}'`
        : `is of the profile ${actual}`;
  return [
    `${stated}, and \`facturX.profile\` is ${profile}: ${path} (BT-24) has to be '${guidelineExamples[profile]}'`,
  ];
}

const absent = (element: XmlElement, terms: readonly InvoiceTerm[], under: string) =>
  terms
    .filter(({ path }) => textAt(element, path) === '')
    .map(({ term, name, path }) => `has no ${name} (${term}): ${under}${path}`);

/** Values in a wrong form. */
function wrongForms(root: XmlElement): string[] {
  const wrong = (path: string, form: RegExp, what: string) => {
    const own = textAt(root, path);
    return own === '' || form.test(own) ? [] : [`has '${own.slice(0, 40)}' for ${what}: ${path}`];
  };
  const date = 'ExchangedDocument/IssueDateTime/DateTimeString';
  const issued = textAt(root, date);
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(issued);
  const isDay =
    day !== null &&
    new Date(`${day[1] ?? ''}-${day[2] ?? ''}-${day[3] ?? ''}T00:00:00Z`).getUTCDate() === Number(day[3]);
  return [
    ...wrong('ExchangedDocument/TypeCode', /^\d{2,3}$/, 'a code of UNTDID 1001, as 380 (BT-3)'),
    ...wrong(`${settlementPath}/InvoiceCurrencyCode`, /^[A-Z]{3}$/, 'a currency of ISO 4217, as EUR (BT-5)'),
    ...wrong(`${sellerPath}/PostalTradeAddress/CountryID`, /^[A-Z]{2}$/, 'a country of ISO 3166-1, as FR (BT-40)'),
    ...(issued === '' || (isDay && textAt(root, `${date}/@format`) === '102')
      ? []
      : [`has '${issued.slice(0, 40)}' for a day by format 102, as 20261121 (BT-2): ${date}`]),
  ];
}

/** Conditions of EN 16931-1, 6.4 that require a term. */
function duties(root: XmlElement): string[] {
  const due = amountOf(textAt(root, `${totalsPath}/DuePayableAmount`));
  const terms = elementsAt(root, `${settlementPath}/SpecifiedTradePaymentTerms`).some(
    (each) => textAt(each, 'DueDateDateTime/DateTimeString') !== '' || textAt(each, 'Description') !== '',
  );
  const known = ['ID', 'GlobalID', 'SpecifiedLegalOrganization/ID', 'SpecifiedTaxRegistration/ID'].some(
    (path) => textAt(root, `${sellerPath}/${path}`) !== '',
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
