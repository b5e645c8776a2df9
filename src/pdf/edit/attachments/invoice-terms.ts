import type { InvoiceProfile } from '../../xmp/attachment.ts';

/** Profiles by their extent; XRechnung is EN 16931 with additional rules. */
export const profileLevels: Readonly<Record<InvoiceProfile, number>> = {
  MINIMUM: 0,
  'BASIC WL': 1,
  BASIC: 2,
  'EN 16931': 3,
  XRECHNUNG: 3,
  EXTENDED: 4,
};

/** A required business term of a profile (EN 16931-1, 6.3), and its place in the CrossIndustryInvoice. */
export interface InvoiceTerm {
  /** "BT-1" */
  readonly term: string;
  readonly name: string;
  /** Local names from the root, or from the line for terms of lines; `@name` is an attribute. */
  readonly path: string;
  /** The least profile that requires it, or the only profile. */
  readonly from: Exclude<InvoiceProfile, 'XRECHNUNG'> | 'only XRECHNUNG';
}

const trade = 'SupplyChainTradeTransaction';
const agreement = `${trade}/ApplicableHeaderTradeAgreement`;
const settlement = `${trade}/ApplicableHeaderTradeSettlement`;
const totals = `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`;
const seller = `${agreement}/SellerTradeParty`;
const buyer = `${agreement}/BuyerTradeParty`;
const contact = `${seller}/DefinedTradeContact`;

/** Path of the lines of an invoice. */
export const linesPath = `${trade}/IncludedSupplyChainTradeLineItem`;

/** Path of the VAT breakdowns of an invoice. */
export const taxesPath = `${settlement}/ApplicableTradeTax`;

/** Path of the settlement of an invoice. */
export const settlementPath = settlement;

/** Path of the seller of an invoice. */
export const sellerPath = seller;

/** Path of the totals of an invoice. */
export const totalsPath = totals;

const term = (from: InvoiceTerm['from'], id: string, name: string, path: string): InvoiceTerm => ({
  term: id,
  name,
  path,
  from,
});

/**
 * Terms that an invoice has once: tables of the profiles in Factur-X 1.0.07 (ZUGFeRD 2.3), with cardinality 1..1; the
 * last ones are of XRechnung 3.0 (BR-DE).
 */
export const invoiceTerms: readonly InvoiceTerm[] = [
  term('MINIMUM', 'BT-1', 'invoice number', 'ExchangedDocument/ID'),
  term('MINIMUM', 'BT-2', 'issue date', 'ExchangedDocument/IssueDateTime/DateTimeString'),
  term('MINIMUM', 'BT-3', 'invoice type code', 'ExchangedDocument/TypeCode'),
  term('MINIMUM', 'BT-5', 'currency', `${settlement}/InvoiceCurrencyCode`),
  term('MINIMUM', 'BT-27', 'name of the seller', `${seller}/Name`),
  term('MINIMUM', 'BT-40', 'country of the seller', `${seller}/PostalTradeAddress/CountryID`),
  term('MINIMUM', 'BT-44', 'name of the buyer', `${buyer}/Name`),
  term('MINIMUM', 'BT-109', 'total without VAT', `${totals}/TaxBasisTotalAmount`),
  term('MINIMUM', 'BT-112', 'total with VAT', `${totals}/GrandTotalAmount`),
  term('MINIMUM', 'BT-115', 'amount due', `${totals}/DuePayableAmount`),
  term('BASIC WL', 'BT-55', 'country of the buyer', `${buyer}/PostalTradeAddress/CountryID`),
  term('BASIC WL', 'BT-106', 'sum of the lines', `${totals}/LineTotalAmount`),
  term('only XRECHNUNG', 'BT-10', 'reference of the buyer', `${agreement}/BuyerReference`),
  term('only XRECHNUNG', 'BT-34', 'electronic address of the seller', `${seller}/URIUniversalCommunication/URIID`),
  term('only XRECHNUNG', 'BT-37', 'city of the seller', `${seller}/PostalTradeAddress/CityName`),
  term('only XRECHNUNG', 'BT-38', 'post code of the seller', `${seller}/PostalTradeAddress/PostcodeCode`),
  term(
    'only XRECHNUNG',
    'BT-42',
    'telephone of the seller',
    `${contact}/TelephoneUniversalCommunication/CompleteNumber`,
  ),
  term('only XRECHNUNG', 'BT-43', 'email address of the seller', `${contact}/EmailURIUniversalCommunication/URIID`),
  term('only XRECHNUNG', 'BT-49', 'electronic address of the buyer', `${buyer}/URIUniversalCommunication/URIID`),
  term('only XRECHNUNG', 'BT-52', 'city of the buyer', `${buyer}/PostalTradeAddress/CityName`),
  term('only XRECHNUNG', 'BT-53', 'post code of the buyer', `${buyer}/PostalTradeAddress/PostcodeCode`),
  term('only XRECHNUNG', 'BT-81', 'payment means code', `${settlement}/SpecifiedTradeSettlementPaymentMeans/TypeCode`),
];

/** Terms of each VAT breakdown (BG-23). */
export const taxTerms: readonly InvoiceTerm[] = [
  term('BASIC WL', 'BT-116', 'taxable amount', 'BasisAmount'),
  term('BASIC WL', 'BT-117', 'VAT amount', 'CalculatedAmount'),
  term('BASIC WL', 'BT-118', 'VAT category', 'CategoryCode'),
];

/** Terms of each line (BG-25). */
export const lineTerms: readonly InvoiceTerm[] = [
  term('BASIC', 'BT-126', 'line number', 'AssociatedDocumentLineDocument/LineID'),
  term('BASIC', 'BT-129', 'quantity', 'SpecifiedLineTradeDelivery/BilledQuantity'),
  term('BASIC', 'BT-130', 'unit of the quantity', 'SpecifiedLineTradeDelivery/BilledQuantity/@unitCode'),
  term(
    'BASIC',
    'BT-131',
    'net amount of the line',
    'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
  ),
  term(
    'BASIC',
    'BT-146',
    'net price of the item',
    'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount',
  ),
  term('BASIC', 'BT-151', 'VAT category of the item', 'SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode'),
  term('BASIC', 'BT-153', 'name of the item', 'SpecifiedTradeProduct/Name'),
];

/** The guideline identifiers (BT-24) of each profile. */
export const guidelines: Readonly<Record<InvoiceProfile, RegExp>> = {
  MINIMUM: /^urn:factur-x\.eu:1p0:minimum$/,
  'BASIC WL': /^urn:factur-x\.eu:1p0:basicwl$/,
  BASIC: /^urn:cen\.eu:en16931:2017#compliant#urn:factur-x\.eu:1p0:basic$/,
  'EN 16931': /^urn:cen\.eu:en16931:2017$/,
  EXTENDED: /^urn:cen\.eu:en16931:2017#conformant#urn:factur-x\.eu:1p0:extended$/,
  XRECHNUNG:
    /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xoev-de:kosit:standard|xeinkauf\.de:kosit):xrechnung_\d+\.\d+(?:#|$)/,
};

/** An example of each, for messages. */
export const guidelineExamples: Readonly<Record<InvoiceProfile, string>> = {
  MINIMUM: 'urn:factur-x.eu:1p0:minimum',
  'BASIC WL': 'urn:factur-x.eu:1p0:basicwl',
  BASIC: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
  'EN 16931': 'urn:cen.eu:en16931:2017',
  EXTENDED: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
  XRECHNUNG: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
};
