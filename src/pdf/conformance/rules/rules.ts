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
import { graphicsStateRules } from './graphics-states.ts';
import { fontTextRules } from './font-text.ts';
import { identificationRules } from './metadata/identification.ts';
import { informationRules } from './metadata/information.ts';
import { limitRules } from './limits.ts';
import { metadataRules } from './metadata/metadata.ts';
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
  ...graphicsStateRules,
  ...colourRules,
  ...transparencyRules,
  ...fontDictionaryRules,
  ...fontRules,
  ...fontTextRules,
  ...annotationRules,
  ...formRules,
  ...actionRules,
  ...metadataRules,
  ...identificationRules,
  ...informationRules,
  ...embeddedFileRules,
  ...optionalContentRules,
  ...structureRules,
  ...taggingRules,
  ...uaAnnotationRules,
];
