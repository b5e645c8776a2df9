import type { InvoiceProfile } from '../../xmp/attachment.ts';
import { addAmounts, amountOf, writtenAmount } from './amounts.ts';
import { linesPath, lineTerms, profileLevels, settlementPath, taxesPath, totalsPath } from './invoice-terms.ts';
import { attributeOf, elementsAt, textAt } from './invoice-paths.ts';
import type { XmlElement } from '../../xmp/reading/xml.ts';

type Amount = ReturnType<typeof amountOf>;

/** A total of the invoice that a rule of EN 16931-1, 6.4 computes from other amounts. */
interface ComputedTotal {
  /** Local name of its element. */
  readonly name: string;
  /** Business term, as "BT-112". */
  readonly term: string;
  readonly rule: string;
  /** Words for messages. */
  readonly meaning: string;
  /** Null where an amount that it is computed from can not be read. */
  readonly expected: Amount;
}

/** The VAT total in the currency of the invoice. */
interface VatTotal {
  /** Zero where an absent total counts as zero, null where it is unknown. */
  readonly amount: Amount;
  readonly stated: boolean;
}

/**
 * Wrong totals of an invoice: one sentence for each. Checks the rules BR-CO-10 and BR-CO-13 to BR-CO-16 of EN 16931-1
 * whose terms the profile has. EXTENDED adds charges that BR-CO-10 and BR-CO-13 do not know, so it is exempt from both.
 */
export function invoiceSumMistakes(root: XmlElement, profile: InvoiceProfile): string[] {
  const currency = textAt(root, `${settlementPath}/InvoiceCurrencyCode`);
  const vat = vatTotal(root, profile, currency);
  return [
    ...foreignVatTotal(root, currency),
    ...computedTotals(root, profile, vat).flatMap((total) => wrongTotal(root, total)),
    ...(profileLevels[profile] >= profileLevels['BASIC WL'] ? wrongVatTotal(root, vat) : []),
  ];
}

function vatTotal(root: XmlElement, profile: InvoiceProfile, currency: string): VatTotal {
  const totals = elementsAt(root, `${totalsPath}/TaxTotalAmount`);
  if (totals.length === 0)
    return { amount: profileLevels[profile] === profileLevels.MINIMUM ? null : 0n, stated: false };
  const own = totals.find((each) => (attributeOf(each, 'currencyID') ?? currency) === currency);
  return { amount: amountOf(own?.text.trim() ?? ''), stated: true };
}

/** A VAT total in a currency that is neither that of the invoice nor that of its VAT accounting (BT-6). */
function foreignVatTotal(root: XmlElement, currency: string): string[] {
  const accounting = textAt(root, `${settlementPath}/TaxCurrencyCode`);
  const foreign = elementsAt(root, `${totalsPath}/TaxTotalAmount`)
    .map((each) => attributeOf(each, 'currencyID'))
    .find((each) => each !== undefined && each !== currency && each !== accounting);
  return foreign === undefined
    ? []
    : [`has a VAT total in ${foreign.slice(0, 8)}, and is in ${currency}: ${totalsPath}/TaxTotalAmount (BT-110)`];
}

function computedTotals(root: XmlElement, profile: InvoiceProfile, vat: VatTotal): ComputedTotal[] {
  const level = profileLevels[profile];
  const total = (name: string) => amountOf(textAt(root, `${totalsPath}/${name}`));
  const lineTotals: ComputedTotal = {
    name: 'LineTotalAmount',
    term: 'BT-106',
    rule: 'BR-CO-10',
    meaning: 'sum of the lines',
    expected: sumOf(root, linesPath, lineTerms.find(({ term }) => term === 'BT-131')?.path ?? ''),
  };
  const withoutVat: ComputedTotal = {
    name: 'TaxBasisTotalAmount',
    term: 'BT-109',
    rule: 'BR-CO-13',
    meaning: 'total without VAT',
    expected: addAmounts([
      total('LineTotalAmount'),
      negative(total('AllowanceTotalAmount') ?? 0n),
      total('ChargeTotalAmount') ?? 0n,
    ]),
  };
  const withVat: ComputedTotal = {
    name: 'GrandTotalAmount',
    term: 'BT-112',
    rule: 'BR-CO-15',
    meaning: 'total with VAT',
    expected: addAmounts([total('TaxBasisTotalAmount'), vat.amount]),
  };
  const due: ComputedTotal = {
    name: 'DuePayableAmount',
    term: 'BT-115',
    rule: 'BR-CO-16',
    meaning: 'amount due',
    expected: addAmounts([
      total('GrandTotalAmount'),
      negative(total('TotalPrepaidAmount') ?? 0n),
      total('RoundingAmount') ?? 0n,
    ]),
  };
  const atLeast = (other: InvoiceProfile) => level >= profileLevels[other];
  return [
    ...(atLeast('BASIC') && profile !== 'EXTENDED' ? [lineTotals] : []),
    ...(atLeast('BASIC WL') && profile !== 'EXTENDED' ? [withoutVat] : []),
    withVat,
    ...(atLeast('BASIC WL') ? [due] : []),
  ];
}

function wrongTotal(root: XmlElement, { name, term, rule, meaning, expected }: ComputedTotal): string[] {
  const path = `${totalsPath}/${name}`;
  const own = amountOf(textAt(root, path));
  return own === null || expected === null || own === expected
    ? []
    : [
        `has ${writtenAmount(own)} for the ${meaning} (${term}), which is ${writtenAmount(expected)}: ` +
          `${path} (${rule})`,
      ];
}

/** A stated VAT total that differs from the sum of the VAT breakdown (BR-CO-14). */
function wrongVatTotal(root: XmlElement, { amount, stated }: VatTotal): string[] {
  const expected = sumOf(root, taxesPath, 'CalculatedAmount');
  return !stated || amount === null || expected === null || amount === expected
    ? []
    : [
        `has ${writtenAmount(amount)} for the VAT total (BT-110), which is not the sum of its VAT breakdown: ` +
          `${totalsPath}/TaxTotalAmount (BR-CO-14)`,
      ];
}

/** The sum of one amount of each element at a path; null where one of them can not be read. */
const sumOf = (root: XmlElement, path: string, within: string): Amount =>
  addAmounts(elementsAt(root, path).map((element) => amountOf(textAt(element, within))));

const negative = (amount: Amount): Amount => (amount === null ? null : -amount);
