import { joi } from './fields.ts';

/** What a page has to have come to before it is printed, in a request. */
export function waitFor() {
  return joi
    .object({
      selector: joi.string().max(2000).description('An element that matches this is there.'),
      expression: joi.string().max(10_000).description('This JavaScript is true.'),
      delay: joi.number().integer().min(0).max(30_000).description('Milliseconds.'),
      networkIdle: joi.boolean(),
    })
    .min(1);
}
