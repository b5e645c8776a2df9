import { append } from '../../objects/large-arrays.ts';
import { Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { allDicts } from '../revisions/all-dicts.ts';
import { fileKind, isDisguised, isProgram, isWebPage } from '../file-kind.ts';
import { finding, type Finding } from '../findings/finding.ts';
import type { Verdict } from '../findings/verdict.ts';

const maxFiles = 200;
/** Bytes of an embedded PDF that is examined. */
const maxPdfBytes = 64 * 1024 * 1024;

/** Examines an embedded PDF; null for one that can not be read. */
export type LookInto = (
  bytes: Buffer,
) => Promise<{ readonly verdict: Verdict; readonly findings: readonly Finding[] } | null>;

/**
 * Examines the embedded files by name and content, and the PDFs among them with `lookInto`, which is null below the
 * maximum depth.
 */
export async function examineAttachments(file: PdfFile, lookInto: LookInto | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, object, embedded } of embeddedFiles(file)) {
    const bytes = embedded.decode();
    const kind = fileKind(bytes);
    const excerpt = `'${name}', ${bytes.length} bytes${kind === null ? '' : `, ${kind}`}`;
    if (isProgram(name, bytes)) findings.push(finding('attachment-program', { object, excerpt }));
    else if (isDisguised(name, bytes)) findings.push(finding('attachment-disguised', { object, excerpt }));
    else if (isWebPage(name, bytes)) findings.push(finding('attachment-web-page', { object, excerpt }));
    else findings.push(finding('attachment', { object, excerpt }));
    if (kind === 'pdf' && lookInto !== null && bytes.length <= maxPdfBytes)
      append(findings, await nested(bytes, { name, object, lookInto }));
  }
  return findings;
}

interface EmbeddedFile {
  readonly name: string;
  readonly object: number | null;
  readonly embedded: Stream;
}

/** Each embedded file once, by its file specifications (ISO 32000-2, 7.11.4). */
function embeddedFiles(file: PdfFile): EmbeddedFile[] {
  const found = new Map<Stream, EmbeddedFile>();
  for (const [object, dict] of allDicts(file)) {
    if (found.size >= maxFiles) break;
    const files = dict instanceof Stream ? null : file.dict(dict.get('EF'));
    const embedded = file.stream(files?.get('UF') ?? null) ?? file.stream(files?.get('F') ?? null);
    if (dict instanceof Stream || embedded === null || found.has(embedded)) continue;
    found.set(embedded, {
      name: (file.string(dict.get('UF')) ?? file.string(dict.get('F')))?.text ?? '',
      object,
      embedded,
    });
  }
  return [...found.values()];
}

async function nested(
  bytes: Buffer,
  { name, object, lookInto }: { name: string; object: number | null; lookInto: LookInto },
): Promise<Finding[]> {
  const report = await lookInto(bytes);
  if (report === null) return [finding('attachment-pdf', { object, excerpt: `'${name}' can not be read` })];
  const worst = report.findings
    .slice(0, 3)
    .map(({ title }) => title)
    .join('; ');
  const alarming = report.verdict === 'suspicious' || report.verdict === 'tampered';
  return [
    finding(alarming ? 'attachment-pdf-alarming' : 'attachment-pdf', {
      object,
      excerpt: `'${name}' is ${report.verdict}${worst === '' ? '' : `: ${worst}`}`,
    }),
  ];
}
