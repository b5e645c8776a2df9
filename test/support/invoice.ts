import { guidelineExamples } from '../../src/pdf/edit/attachments/invoice-terms.ts';
import type { InvoiceProfile } from '../../src/pdf/xmp/attachment.ts';

/** A line of an invoice; cents, and a rate of VAT in percent. */
interface InvoiceLine {
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
}

interface InvoiceData {
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly rate: number;
  readonly lines: readonly InvoiceLine[];
  readonly seller: string;
  readonly buyer: string;
  readonly vatId: string;
}

const example: InvoiceData = {
  number: '2026-117',
  issued: '20261121',
  due: '20261221',
  rate: 19,
  seller: 'Varnhagen & Töpel Messtechnik GmbH',
  buyer: 'Heidewasser Kelterei eG',
  vatId: 'DE999999999',
  lines: [
    { name: 'Two-point calibration', quantity: 14, price: 8650 },
    { name: 'Flow meter <DN 80>', quantity: 3, price: 43_800 },
  ],
};

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Namespaces of the schemas of UN/CEFACT. */
const standard = 'urn:un:unece:uncefact:data:standard';
const money = (cents: number) => (cents / 100).toFixed(2);

/**
 * A CrossIndustryInvoice that is whole by EN 16931, and so by every profile below; `profile` is the one that it claims.
 */
export function invoiceXml(profile: InvoiceProfile = 'EN 16931', data: Partial<InvoiceData> = {}): string {
  const { number, issued, due, rate, lines, seller, buyer, vatId } = { ...example, ...data };
  const net = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const tax = Math.round((net * rate) / 100);
  const category = '<ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode>';
  const items = lines.map(
    (line, index) =>
      '<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>' +
      `${index + 1}</ram:LineID></ram:AssociatedDocumentLineDocument><ram:SpecifiedTradeProduct><ram:Name>` +
      `${escape(line.name)}</ram:Name></ram:SpecifiedTradeProduct><ram:SpecifiedLineTradeAgreement>` +
      `<ram:NetPriceProductTradePrice><ram:ChargeAmount>${money(line.price)}</ram:ChargeAmount>` +
      '</ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement><ram:SpecifiedLineTradeDelivery>' +
      '<ram:BilledQuantity ' +
      (`unitCode="C62">${line.quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>` +
        `<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax>${category}<ram:RateApplicablePercent>` +
        `${rate}</ram:RateApplicablePercent></ram:ApplicableTradeTax>` +
        '<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>' +
        `${money(line.quantity * line.price)}</ram:LineTotalAmount>` +
        '</ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>' +
        '</ram:IncludedSupplyChainTradeLineItem>'),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${standard}:CrossIndustryInvoice:100"
 xmlns:ram="${standard}:ReusableAggregateBusinessInformationEntity:100"
 xmlns:udt="${standard}:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter>
<ram:ID>${guidelineExamples[profile]}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
</rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>
<udt:DateTimeString format="102">${issued}</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${items.join('\n')}
<ram:ApplicableHeaderTradeAgreement><ram:BuyerReference>04011000-12345-03</ram:BuyerReference><ram:SellerTradeParty>
<ram:Name>${escape(seller)}</ram:Name><ram:DefinedTradeContact><ram:PersonName>Inga Varnhagen</ram:PersonName>
<ram:TelephoneUniversalCommunication><ram:CompleteNumber>+49 40 5550 184</ram:CompleteNumber>
</ram:TelephoneUniversalCommunication><ram:EmailURIUniversalCommunication>
<ram:URIID>invoices@varnhagen-toepel.example</ram:URIID></ram:EmailURIUniversalCommunication>
</ram:DefinedTradeContact><ram:PostalTradeAddress><ram:PostcodeCode>20459</ram:PostcodeCode>
<ram:LineOne>Speicherzeile 14</ram:LineOne><ram:CityName>Hamburg</ram:CityName><ram:CountryID>DE</ram:CountryID>
</ram:PostalTradeAddress><ram:URIUniversalCommunication>
<ram:URIID schemeID="EM">invoices@varnhagen-toepel.example</ram:URIID></ram:URIUniversalCommunication>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${vatId}</ram:ID></ram:SpecifiedTaxRegistration>
</ram:SellerTradeParty><ram:BuyerTradeParty><ram:Name>${escape(buyer)}</ram:Name><ram:PostalTradeAddress>
<ram:PostcodeCode>21339</ram:PostcodeCode><ram:LineOne>Am Ochtmisser Kirchsteig 9</ram:LineOne>
<ram:CityName>Lüneburg</ram:CityName><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress>
<ram:URIUniversalCommunication><ram:URIID schemeID="EM">ap@heidewasser.example</ram:URIID>
</ram:URIUniversalCommunication></ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery/>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode></ram:SpecifiedTradeSettlementPaymentMeans>
<ram:ApplicableTradeTax><ram:CalculatedAmount>${money(tax)}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>
<ram:BasisAmount>${money(net)}</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode>
<ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">${due}</udt:DateTimeString>
</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms><ram:SpecifiedTradeSettlementHeaderMonetarySummation>
<ram:LineTotalAmount>${money(net)}</ram:LineTotalAmount>
<ram:TaxBasisTotalAmount>${money(net)}</ram:TaxBasisTotalAmount>
<ram:TaxTotalAmount currencyID="EUR">${money(tax)}</ram:TaxTotalAmount>
<ram:GrandTotalAmount>${money(net + tax)}</ram:GrandTotalAmount>
<ram:DuePayableAmount>${money(net + tax)}</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
}
