import type { Control } from '../../../browser/page/controls.ts';
import type { PrintJob } from '../../../browser/print-job.ts';
import type { FormWidget } from '../../../pdf/edit/forms/form-field.ts';
import type { PrintTask } from '../../print/print-job.ts';
import { fieldAddress } from './field-address.ts';
import { keyPrefix, widgetsOfControls, type ControlsPlace } from './widgets-of-controls.ts';

/** Texts of the comments in the HTML of a part between which its own controls are. */
export interface OwnEnds {
  readonly begin: string;
  readonly end: string;
}

/** The form controls of one print. */
export interface PrintControls {
  /** For the print. */
  readonly forms: PrintJob['forms'];
  /** What became of the controls, once it is done. */
  readonly widgets: () => readonly FormWidget[];
}

/** With `output.forms` the HTML controls of a print of a segment become fields. */
export function printControls(
  { request, base }: PrintTask,
  place: ControlsPlace,
  ends: OwnEnds | null = null,
): PrintControls {
  if (!request.output.forms) return { forms: null, widgets: () => [] };
  let told: readonly Control[] = [];
  return {
    forms: { prefix: `${fieldAddress(base)}#${keyPrefix(place)}`, ends, found: (found) => void (told = found) },
    widgets: () => widgetsOfControls(told, place),
  };
}

/** What no content of a document can say, as its base address is nobody's but its own. */
export const ownEnds = ({ base }: PrintTask): OwnEnds => ({ begin: `begin ${base}`, end: `end ${base}` });
