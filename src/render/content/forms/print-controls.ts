import type { Control } from '../../../browser/page/controls.ts';
import type { PrintJob } from '../../../browser/print-job.ts';
import type { FormWidget } from '../../../pdf/edit/forms/form-field.ts';
import type { PrintTask } from '../../print/print-job.ts';
import { fieldAddress } from './field-address.ts';
import { keyPrefix, widgetsOfControls, type ControlsPlace } from './widgets-of-controls.ts';

/** Texts of the comments around a part's own content in its HTML; only controls between them count. */
export interface OwnEnds {
  readonly begin: string;
  readonly end: string;
}

/** The form controls of one print. */
export interface PrintControls {
  /** Field of the print job. */
  readonly forms: PrintJob['forms'];
  /** The widgets that were found; call it after the print. */
  readonly widgets: () => readonly FormWidget[];
}

/** With `output.forms` the HTML controls in the print of a segment become fields. */
export function printControls(
  { request, base }: PrintTask,
  place: ControlsPlace,
  ends: OwnEnds | null = null,
): PrintControls {
  if (!request.output.forms) return { forms: null, widgets: () => [] };
  let controls: readonly Control[] = [];
  return {
    forms: { prefix: `${fieldAddress(base)}#${keyPrefix(place)}`, ends, found: (found) => void (controls = found) },
    widgets: () => widgetsOfControls(controls, place),
  };
}

/** Comments that no content can imitate, because only the service knows the base address of a document. */
export const ownEnds = ({ base }: PrintTask): OwnEnds => ({ begin: `begin ${base}`, end: `end ${base}` });
