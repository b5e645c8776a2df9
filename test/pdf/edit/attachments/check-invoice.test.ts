import { expect } from 'chai';
import { invoiceProfiles, type InvoiceProfile } from '../../../../src/pdf/xmp/attachment.ts';
import { invoiceMistakes } from '../../../../src/pdf/edit/attachments/check-invoice.ts';
import {
  invoiceTerms,
  linesPath,
  lineTerms,
  profileLevels,
  taxesPath,
  taxTerms,
  type InvoiceTerm,
} from '../../../../src/pdf/edit/attachments/invoice-terms.ts';
import { readInvoiceXml } from '../../../../src/pdf/edit/attachments/invoice-xml.ts';
import type { XmlAttribute, XmlElement } from '../../../../src/pdf/xmp/reading/xml.ts';
import { invoiceXml } from '../../../support/invoice.ts';

const mistakes = (xml: string, profile: InvoiceProfile = 'EN 16931') =>
  invoiceMistakes(readInvoiceXml(Buffer.from(xml)).root, profile);

/** The invoice without what is at the end of a path, wherever it is. */
function without(path: string, profile: InvoiceProfile): XmlElement {
  const { root } = readInvoiceXml(Buffer.from(invoiceXml(profile)));
  const names = path.split('/');
  const last = names.pop() ?? '';
  for (const parent of names.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [root],
  )) {
    if (last.startsWith('@'))
      (parent.attributes as XmlAttribute[]).splice(
        parent.attributes.findIndex(({ name }) => name === last.slice(1)) >>> 0,
        1,
      );
    else parent.children.splice(0, Infinity, ...parent.children.filter(({ name }) => name !== last));
  }
  return root;
}

describe('The XML of an invoice', () => {
  it('is of every profile whose guideline it names', () => {
    for (const profile of invoiceProfiles) expect(mistakes(invoiceXml(profile), profile), profile).to.deep.equal([]);
  });

  it('has every term that its profile wants, each of which is missed by its number and path', () => {
    for (const profile of invoiceProfiles) {
      const inside = (around: string, terms: readonly InvoiceTerm[]) =>
        terms.map((each) => ({ ...each, path: `${around}/${each.path}`, told: each.path }));
      for (const { term, path, told, from } of [
        ...invoiceTerms.map((each) => ({ ...each, told: each.path })),
        ...inside(taxesPath, taxTerms),
        ...inside(linesPath, lineTerms),
      ]) {
        const wanted =
          from === 'only XRECHNUNG' ? profile === 'XRECHNUNG' : profileLevels[from] <= profileLevels[profile];
        const found = invoiceMistakes(without(path, profile), profile).filter(
          (mistake) => mistake.startsWith('has no ') && mistake.includes(`(${term})`),
        );
        expect(found.length > 0, `${profile} ${term}: ${found.join()}`).to.equal(wanted);
        if (wanted) expect(found[0]).to.contain(told);
      }
    }
  });

  it('follows the guideline of the profile that the request names', () => {
    expect(mistakes(invoiceXml('BASIC'), 'EN 16931')).to.deep.equal([
      'is of the profile BASIC, and `facturX.profile` is EN 16931: ' +
        'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID (BT-24) has to be ' +
        "'urn:cen.eu:en16931:2017'",
    ]);
    expect(mistakes(invoiceXml().replace('urn:cen.eu:en16931:2017', 'urn:zugferd:1.0'))[0]).to.contain(
      "follows 'urn:zugferd:1.0'",
    );
    expect(mistakes(invoiceXml().replace('urn:cen.eu:en16931:2017', ''))[0]).to.contain('does not state its profile');
  });

  it('has lines and a VAT breakdown from the profiles on that know them', () => {
    const bare = (profile: InvoiceProfile) =>
      invoiceXml(profile)
        .replace(/<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/s, '')
        .replace(/<ram:ApplicableTradeTax>.*<\/ram:ApplicableTradeTax>/s, '');
    expect(mistakes(bare('MINIMUM'), 'MINIMUM')).to.deep.equal([]);
    expect(mistakes(bare('BASIC WL'), 'BASIC WL').join())
      .to.contain('BG-23')
      .and.not.to.contain('BG-25');
    expect(mistakes(bare('BASIC'), 'BASIC').join())
      .to.contain('BG-23')
      .and.to.contain('BG-25');
  });

  it('adds up: lines, VAT, totals and what is due', () => {
    const changed = (from: RegExp, to: string, profile: InvoiceProfile = 'EN 16931') =>
      mistakes(invoiceXml(profile).replace(from, to), profile).map((mistake) => /BR-CO-\d+/.exec(mistake)?.[0]);
    expect(changed(/<ram:GrandTotalAmount>[\d.]+/, '<ram:GrandTotalAmount>1.00')).to.deep.equal([
      'BR-CO-15',
      'BR-CO-16',
    ]);
    expect(changed(/<ram:GrandTotalAmount>[\d.]+/, '<ram:GrandTotalAmount>1.00', 'MINIMUM')).to.deep.equal([
      'BR-CO-15',
    ]);
    expect(changed(/(TaxTotalAmount currencyID="EUR">)[\d.]+/, '$10.01')).to.deep.equal(['BR-CO-15', 'BR-CO-14']);
    expect(
      changed(/(<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>)[\d.]+/, '$15.00'),
    ).to.deep.equal(['BR-CO-10']);
    expect(
      changed(/<ram:DuePayableAmount>/, '<ram:TotalPrepaidAmount>0.10</ram:TotalPrepaidAmount><ram:DuePayableAmount>'),
    ).to.deep.equal(['BR-CO-16']);
    expect(mistakes(invoiceXml().replace(/<ram:DuePayableAmount>[\d.]+/, '<ram:DuePayableAmount>3005.94'))[0]).to.match(
      /^has 3005\.94 for the amount due \(BT-115\), which is 3004\.75: /,
    );
  });

  it(
    'is in one currency, on a day, by codes of their form, with terms of payment and a seller who can be ' +
      'identified',
    () => {
      expect(mistakes(invoiceXml().replace('currencyID="EUR"', 'currencyID="USD"')).join()).to.contain(
        'a VAT total in USD, and is in EUR',
      );
      expect(mistakes(invoiceXml('EN 16931', { issued: '20260231' })).join()).to.contain(
        "'20260231' for a day by format 102",
      );
      expect(mistakes(invoiceXml().replace('>EUR<', '>Euro<')).join()).to.contain('(BT-5)');
      expect(
        mistakes(
          invoiceXml().replace(/<ram:SpecifiedTradePaymentTerms>.*<\/ram:SpecifiedTradePaymentTerms>/s, ''),
        ).join(),
      ).to.contain('BR-CO-25');
      expect(
        mistakes(invoiceXml().replace(/<ram:SpecifiedTaxRegistration>.*<\/ram:SpecifiedTaxRegistration>/s, '')).join(),
      ).to.contain('BR-CO-26');
    },
  );

  it('may have amounts of any size and nonsense without an end of the reader', () => {
    expect(
      mistakes(invoiceXml().replace(/<ram:GrandTotalAmount>[\d.]+/, `<ram:GrandTotalAmount>${'9'.repeat(400)}`)).join(),
    ).to.not.contain('BR-CO-15');
    const empty = mistakes('<CrossIndustryInvoice/>');
    expect(empty).to.have.length.above(10).and.below(52);
  });
});
