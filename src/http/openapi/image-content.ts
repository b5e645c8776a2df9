import { imageTypes } from '../../context.ts';
import type { Content } from './description.ts';

/** An image alone, as an answer describes it. */
export const imageContent: Content = Object.fromEntries(
  imageTypes.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
);
