/** The look of the examiner's report. */
export const reportCss = `
  .head { display: flex; gap: 14pt; margin: 0 0 12pt; }
  .head div { flex: 1; }
  .head figure { margin: 0; flex: none; }
  .head h1 { margin: 0 0 4pt; }
  .kicker { margin: 0 0 2pt; font-size: 8pt; letter-spacing: .08em; text-transform: uppercase; color: #59616f; }
  .facts { display: grid; grid-template-columns: 58pt 1fr; gap: 2pt 8pt; margin: 6pt 0 0; font-size: 8.5pt;
  line-height: 1.4; }
  .facts dt { color: #59616f; } .facts dd { margin: 0; overflow-wrap: anywhere; } .facts code { font-size: 7.5pt; }
  .page { border: 1pt solid #8791a0; }
  .verdict { display: flex; align-items: center; gap: 14pt; padding: 11pt 14pt; border-radius: 4pt; color: #fff;
  margin: 0 0 8pt; break-inside: avoid; }
  .verdict b { font-size: 19pt; line-height: 1.1; letter-spacing: -.01em; } .verdict p { flex: 1; margin: 0;
  font-size: 9pt; line-height: 1.4; }
  .verdict .risk { text-align: right; flex: none; font-size: 8pt; } .verdict .risk strong { display: block;
  font-size: 19pt; line-height: 1.1; font-weight: 700; }
  .clean { background: #1d6640; } .notable { background: #1c4f82; } .suspicious { background: #96410c; } .tampered {
  background: #8f1d17; }
  .counts { display: flex; gap: 6pt; margin: 0 0 6pt; }
  .counts p { flex: 1; margin: 0; padding: 5pt 8pt; border: .5pt solid #d4d9e1; border-top-width: 2.5pt;
  border-radius: 3pt; font-size: 8pt; color: #59616f; } .counts b { display: block; font-size: 14pt;
  line-height: 1.2; color: #1b1f27; }
  .finding { display: block; margin: 0 0 8pt; padding: 8pt 10pt 8pt 12pt; border: .5pt solid #d4d9e1;
  border-left-width: 3.5pt; border-radius: 3pt; break-inside: avoid; }
  .finding h3 { margin: 0; font-size: 10.5pt; } .finding p { margin: 2pt 0 0; font-size: 9pt; line-height: 1.42; }
  .finding .about { font-size: 8pt; color: #59616f; } .finding .meaning { color: #1b1f27; }
  .finding ul { margin: 5pt 0 0; padding: 4pt 7pt; background: #f4f6f8; border-radius: 2pt; list-style: none;
  font: 400 8pt/1.45 var(--mono); overflow-wrap: anywhere; } .finding li + li { margin-top: 2pt; } .finding li span {
  margin-right: 6pt; color: #59616f; font-family: var(--sans); }
  .chip { display: inline-block; padding: 0 5pt; margin-right: 5pt; border-radius: 7pt; color: #fff;
  font-size: 7.5pt; font-weight: 600; line-height: 1.6; vertical-align: 1pt; }
  .critical { border-left-color: #8f1d17; border-top-color: #8f1d17; } .high { border-left-color: #96410c;
  border-top-color: #96410c; } .medium { border-left-color: #1c4f82; border-top-color: #1c4f82; } .low, .info {
  border-left-color: #8791a0; border-top-color: #8791a0; }
  .chip.critical { background: #8f1d17; } .chip.high { background: #96410c; } .chip.medium { background: #1c4f82; }
  .chip.low, .chip.info { background: #59616f; }
  .shots { display: flex; flex-wrap: wrap; gap: 8pt; margin: 6pt 0 0; align-items: flex-start; } .shots figure {
  margin: 0; min-width: 0; } .shots img { border: 1pt solid #8791a0; max-width: 100%; } .shots figcaption {
  font-size: 7.5pt; color: #59616f; }
  table { width: 100%; border-collapse: collapse; font-size: 8.5pt; line-height: 1.4; margin: 0 0 10pt; }
  th, td { text-align: left; vertical-align: top; padding: 3pt 6pt 3pt 0; border-bottom: .5pt solid #d4d9e1; }
  table.long td { overflow-wrap: anywhere; }
  thead th { border-bottom: 1pt solid #1b1f27; white-space: nowrap; } td.n { font-variant-numeric: tabular-nums;
  white-space: nowrap; } .no { color: #8f1d17; font-weight: 600; } .yes { color: #1d6640; font-weight: 600; }
  .note { font-size: 8.5pt; color: #59616f; line-height: 1.45; }
`;
