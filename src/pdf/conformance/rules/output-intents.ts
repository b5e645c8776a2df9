import type { Model } from '../model/model.ts';
import { hasRightComponents, type OutputIntent } from '../model/output-intents.ts';
import { Ref } from '../../objects/objects.ts';
import { rule, type Rule } from '../rule.ts';

const archive = (model: Model): OutputIntent[] => model.outputIntents.filter(({ type }) => type === 'GTS_PDFA1');

/** Names of printing conditions in the registry of the ICC. */
const registered = /^(?:CGATS|FOGRA|IFRA|JC|JNC|JPN|EUROSB|PSR|CNC|TR ?\d|SWOP|GRACoL|SNAP|WAN-IFRA|eci|sRGB)/i;

/** Output intents: ISO 19005-1, 6.2.2; ISO 19005-2, 6.2.3; ISO 19005-4, 6.2.3. */
export const outputIntentRules: readonly Rule[] = [
  rule({
    id: 'output-profile',
    clauses: { 1: '6.2.2-1', 2: '6.2.3-1', 4: '6.2.3-1' },
    on: archive,
    fails: ({ profile, destination }, { part }, { file }) => {
      if (destination === null) return false;
      if (profile === null) return file.stream(destination) === null ? 'it is missing' : 'it is no ICC profile';
      if (profile.major > (part === '1' ? 2 : 4)) return `its version is ${profile.major}.${profile.minor}`;
      if (profile.deviceClass !== 'prtr' && profile.deviceClass !== 'mntr')
        return `its device class is '${profile.deviceClass}'`;
      return !['RGB ', 'CMYK', 'GRAY'].includes(profile.space) && `its colour space is '${profile.space}'`;
    },
    requirement:
      'The profile of the output intent is an ICC profile for a printer or a monitor, in RGB, CMYK or grey, of ' +
      'a version that the standard allows.',
    fault: 'The profile of the output intent is none that the standard allows.',
    fix: 'Embed another profile, such as sRGB.',
  }),
  rule({
    id: 'output-profile-components',
    clauses: { 1: ['6.2.3.2-2', '6.2.2-1'], 2: ['6.2.4.2-1', '6.2.3-1'], 4: ['6.2.4.2-1', '6.2.3-1'] },
    on: archive,
    fails: ({ profile }) =>
      profile !== null &&
      !hasRightComponents(profile) &&
      `N is ${profile.components ?? 'missing'}, the colour space '${profile.space}'`,
    requirement: 'N of the profile of the output intent is the number of its components.',
    fault: 'N of the profile of the output intent is not the number of its components.',
    fix: 'Write the right N.',
  }),
  rule({
    id: 'output-condition',
    clauses: { 1: '6.2.2-3', 2: '6.2.3-4' },
    on: archive,
    fails: ({ dict, destination }, _, { file }) =>
      destination === null && !registered.test(file.string(dict.get('OutputConditionIdentifier'))?.text ?? ''),
    requirement: 'An output intent without a profile names a printing condition of the registry of the ICC.',
    fault: 'An output intent has no profile, and names no printing condition of the registry of the ICC.',
    fix: 'Embed the profile as DestOutputProfile.',
  }),
  rule({
    id: 'output-profiles-same',
    clauses: { 1: '6.2.2-2', 2: '6.2.3-2', 4: '6.2.3-2' },
    on: (model) => [
      {
        place: {},
        destinations: model.outputIntents
          .map(({ destination }) => destination)
          .filter((destination) => destination !== null),
      },
    ],
    fails: ({ destinations }) =>
      destinations.some(
        (one) => !(one instanceof Ref) || !(destinations[0] instanceof Ref) || one.num !== destinations[0].num,
      ) && destinations.length > 1,
    requirement: 'Output intents that have a profile have the same one.',
    fault: 'Output intents have different profiles.',
    fix: 'Refer to one profile from every output intent.',
  }),
  rule({
    id: 'output-profile-reference',
    clauses: { 4: '6.2.3-3' },
    on: (model) => model.outputIntents,
    fails: ({ dict }) => dict.has('DestOutputProfileRef'),
    requirement: 'An output intent has no DestOutputProfileRef.',
    fault: 'An output intent has a DestOutputProfileRef.',
    fix: 'Embed the profile.',
  }),
];
