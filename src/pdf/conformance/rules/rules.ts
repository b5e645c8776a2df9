import type { Rule } from '../rule.ts';
import { actionRules } from './actions.ts';
import { annotationRules } from './annotations.ts';
import { colourRules } from './colour.ts';
import { contentRules } from './content.ts';
import { embeddedFileRules } from './embedded-files.ts';
import { fileStructureRules } from './file-structure.ts';
import { fontDictionaryRules } from './font-dictionaries.ts';
import { fontRules } from './fonts.ts';
import { formRules } from './forms.ts';
import { informationRules } from './information.ts';
import { limitRules } from './limits.ts';
import { metadataRules } from './metadata.ts';
import { optionalContentRules } from './optional-content.ts';
import { outputIntentRules } from './output-intents.ts';
import { structureRules } from './tagging/structure.ts';
import { taggingRules } from './tagging/tagging.ts';
import { transparencyRules } from './transparency.ts';
import { uaAnnotationRules } from './tagging/ua-annotations.ts';

/** Every rule, in the order of the clauses of ISO 19005-2. */
export const rules: readonly Rule[] = [
  ...fileStructureRules,
  ...limitRules,
  ...outputIntentRules,
  ...contentRules,
  ...colourRules,
  ...transparencyRules,
  ...fontDictionaryRules,
  ...fontRules,
  ...annotationRules,
  ...formRules,
  ...actionRules,
  ...metadataRules,
  ...informationRules,
  ...embeddedFileRules,
  ...optionalContentRules,
  ...structureRules,
  ...taggingRules,
  ...uaAnnotationRules,
];
