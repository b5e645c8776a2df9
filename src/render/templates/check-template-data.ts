import { sentenceOf } from '../../input/input.ts';
import { AppError } from '../../problems.ts';
import type { Step } from '../model/types/step.ts';
import type { Warning } from '../model/types/warning.ts';
import { checkData } from './check-data.ts';
import type { Template } from './templates.ts';

/**
 * Checks the data of every template of the service among the steps. Returns warnings about fields that are probably
 * misspelled. Throws AppError `template-data-invalid` with the mistakes of all of them.
 */
export function checkTemplateData(steps: readonly Step[], templates: readonly Template[]): Warning[] {
  const byName = new Map(templates.map((template) => [template.name, template]));
  const found = steps.flatMap(({ name, params, pointer }) => {
    const template = name === 'add_template' ? byName.get(params.name as string) : undefined;
    if (!template?.schema) return [];
    const findings = checkData(params.data, template.schema, [...pointer.split('/').slice(1), 'data']);
    return [{ template: template.name, ...findings }];
  });
  const mistakes = found.flatMap((one) => one.mistakes);
  const wrong = found.find((one) => one.mistakes.length > 0);
  if (wrong)
    throw new AppError(
      'template-data-invalid',
      `The data does not suit the template '${wrong.template}'. ${sentenceOf(mistakes)}`,
      { errors: mistakes },
    );
  return found.flatMap(({ template, unused }) =>
    unused.map(({ pointer, message }) => ({
      code: 'variable-unknown' as const,
      message:
        `The template '${template}' has no field \`${pointer.slice(pointer.lastIndexOf('/') + 1).slice(0, 100)}\`, ` +
        `and ignores it. Is \`${message}\` meant?`,
      pointer,
    })),
  );
}
