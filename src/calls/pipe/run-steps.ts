import type { Context } from '../../context.ts';
import { inMemory } from '../../editions/documents.ts';
import type { DocumentResult, Services, ToolResult } from '../../editions/edition.ts';
import { InputDocument } from '../../editions/input-document.ts';
import { inStep, type Step } from '../../editions/steps.ts';
import { checkSize, namedDocuments, usedSteps } from '../documents/open-documents.ts';
import { warningCount } from '../result/body-facts.ts';
import { StepRuns, type RunStep } from './step-runs.ts';

/** The documents that steps have made and later ones use, by the number of the step. */
type Made = Map<number, InputDocument>;

/**
 * Runs the steps of a valid request, and returns the result of the last one with the reports of all. Rejects with the
 * problem of the first step that has one, which names the step.
 */
export async function runSteps(steps: readonly Step[], services: Services, context: Context): Promise<ToolResult> {
  const lastUses = new Map(steps.flatMap((step, index) => usedSteps(step).map((used) => [used, index] as const)));
  const made: Made = new Map();
  const reports: unknown[] = [];
  const run: RunStep = (index, circumstances) => {
    const step = stepAt(steps, index);
    const isLast = index === steps.length - 1;
    const given = { ...context, ...circumstances, ...(!isLast && { documents: hasDocuments(step), images: false }) };
    return runStep(step, made, (input) => step.tool.run(input, services, given));
  };
  const mayRunAhead = (index: number) => {
    const step = stepAt(steps, index);
    return step.tool.onlyPrints === true && usedSteps(step).length === 0;
  };
  const runs = new StepRuns({ run, count: steps.length, mayRunAhead }, context);
  try {
    for (const index of steps.keys()) {
      context.signal.throwIfAborted();
      const result = await runs.next().catch((error: unknown) => {
        throw context.signal.aborted ? error : inStep(error, index);
      });
      reports.push(result.report);
      if (index === steps.length - 1) return { ...result, steps: { reports, warnings: warningsIn(reports) } };
      if (result.kind === 'images') await result.content.close(); // no step can use them
      if (lastUses.has(index)) made.set(index, documentOf(result));
      for (const [used, last] of lastUses) if (last === index) made.delete(used);
    }
  } finally {
    await runs.end();
  }
  throw new Error('A pipe has at least one step.');
}

function stepAt(steps: readonly Step[], index: number): Step {
  const step = steps[index];
  if (step === undefined) throw new Error(`There is no step ${index}.`);
  return step;
}

/** A report of an earlier step is made without its document, which no step can use. */
function hasDocuments({ tool }: Step): boolean {
  return tool.produces !== 'report-document';
}

async function runStep(one: Step, made: Made, run: (input: unknown) => Promise<ToolResult>): Promise<ToolResult> {
  const { tool, input } = one;
  const used = usedSteps(one).map((step) => made.get(step));
  if (used.length === 0) return run(input);
  checkSize(used.filter((document) => document !== undefined));
  const placed = <Document extends object>(document: Document) => {
    if (!('step' in document)) return document;
    const { step, ...own } = document;
    const data = made.get(Number(step));
    if (data === undefined) throw new Error(`The document of step ${String(step)} is missing.`);
    // a tool may use the names of several documents as titles, which an approval does not cover
    return { ...own, data: tool.documents === 'one' ? data : new InputDocument(data) };
  };
  const documents = namedDocuments(input, tool).map(placed);
  const whole = {
    ...(input as object),
    ...(tool.documents === 'one' ? { document: documents[0] } : { documents }),
  };
  return run(tool.inner === undefined ? whole : tool.inner.map(whole, placed));
}

function documentOf(result: ToolResult): InputDocument {
  const { pdf, filename } = oneDocument(result);
  return new InputDocument(inMemory(pdf), filename);
}

function oneDocument(result: ToolResult): DocumentResult {
  if (result.kind === 'document') return result;
  throw new Error('A step that others use has made no document.');
}

function warningsIn(reports: readonly unknown[]): number {
  return reports.reduce<number>((sum, report) => sum + warningCount(report), 0);
}
