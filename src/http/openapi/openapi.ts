import { tiers, type Tier } from '../../context.ts';
import type { Tool } from '../../editions/edition.ts';
import type { Operation } from '../../render/model/operation.ts';
import {
  capabilitiesAnswer,
  documentAnswer,
  documentsAnswer,
  probeAnswer,
  reportAlone,
  stepsAnswer,
} from './answers.ts';
import type { Components, Description, PathItem } from './description.ts';
import { toolPath } from '../routes/route.ts';
import { optionsName, optionsSchema, requestName } from './bodies/options-schema.ts';
import { headers, requestHeaders } from './headers.ts';
import { describeJobs } from './job-description.ts';
import { published } from './published/published.ts';
import { problemResponses, problemSchema, type ProblemResponses } from './problem-responses.ts';
import { unmatchedProblems } from './route-problems.ts';
import { SchemaComponents } from './schema-components.ts';
import { serviceRoutes } from './service-routes.ts';
import { describeSessions } from './sessions/session-description.ts';
import { answerName, reportAloneName, toolRoute } from './tool-route.ts';

/** The service that is described. */
export interface Described {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly operations: readonly Operation[];
  /** The start of `type` of a problem, before the slug. */
  readonly problemBase: string;
}

/**
 * The published OpenAPI 3.1 description of a service, made from the objects that serve it. Equal arguments give equal
 * JSON, byte for byte.
 */
export function openApi(described: Described): Description {
  const borrowers = described.tools.filter(({ madeOf }) => madeOf !== undefined).map(requestName);
  return published(plainDescription(described), borrowers);
}

/** The description for readers: schemas as their validators have them, with related fields in one table. */
export function plainDescription({ version, tools, operations, problemBase }: Described): Description {
  const problems = problemResponses(problemBase);
  const inputs = tools.map((tool) => ({ tool, schema: tool.input(operations).jsonSchema }));
  const sessions = describeSessions({ tools, operations, problems });
  const jobs = describeJobs({ inputs, problems });
  const own = inputs.filter(({ tool }) => tool.madeOf === undefined); // a pipe repeats what these have
  const components = new SchemaComponents(own.map(({ schema }) => schema));
  for (const { tool, schema } of inputs) {
    components.add(requestName(tool), schema);
    const options = optionsSchema(tool, schema);
    if (options) components.add(optionsName(tool), options);
  }
  for (const [name, schema] of Object.entries({ ...jobs.schemas, ...sessions.schemas })) components.add(name, schema);
  components.add('Problem', problemSchema);
  components.add('Probe', probeAnswer);
  components.add('Capabilities', capabilitiesAnswer);
  if (tools.some((tool) => tool.produces === 'document')) {
    components.add('DocumentAnswer', documentAnswer);
    components.add(reportAloneName, reportAlone);
  }
  if (tools.some((tool) => tool.produces === 'documents')) components.add('DocumentsAnswer', documentsAnswer);
  for (const tool of tools) {
    const answer = tool.madeOf === undefined ? tool.reportSchema : stepsAnswer;
    if (answer) components.add(answerName(tool), answer);
  }

  const toolPaths = inputs.map(({ tool, schema }): [string, PathItem] => [
    toolPath(tool),
    { post: toolRoute(tool, schema, problems) },
  ]);
  return {
    openapi: '3.1.1',
    info: info(version),
    servers: [
      {
        url: '{baseUrl}',
        description: 'A deployment.',
        variables: { baseUrl: { default: 'http://127.0.0.1:8080', description: 'The address of the service.' } },
      },
    ],
    tags: [...tags(tools), ...jobs.tags, ...sessions.tags],
    paths: { ...serviceRoutes(problems), ...Object.fromEntries(toolPaths), ...jobs.paths, ...sessions.paths },
    components: shelves(components, problems),
    'x-unmatched': { responses: problems.of(unmatchedProblems) },
  };
}

function info(version: string): Description['info'] {
  return {
    title: 'Colophon',
    version,
    summary: 'Ordered operations, HTML and tables in; PDF out.',
    description: [
      'Colophon builds PDFs from ordered operations with headless Chromium, and works on PDFs.',
      'Every request but the probes carries an API key: `Authorization: Bearer svc_live_<kid>_<secret>`. The ' +
        'tier of the key decides which routes it may use.',
      'Every answer carries `X-Request-Id`: the id that the request brought as `X-Request-Id` (1 to 128 of ' +
        '`A-Z a-z 0-9 . _ -`), or else a new one.',
      'Every error is `application/problem+json` (RFC 9457). Clients match on `type`. 400 means that the ' +
        'request is wrong by its own schema; 422 means that it is well formed, and that the documents or content ' +
        'in it cannot be processed.',
      'A path or method that is not described here is answered as `x-unmatched` describes. `HEAD` works wherever ' +
        '`GET` does.',
    ].join('\n\n'),
    license: { name: 'MIT', identifier: 'MIT' },
  };
}

const tagDescriptions: Readonly<Record<Tier, string>> = {
  core: 'Tools of the open-source core, always present.',
  pro: 'Tools of the Pro edition, present where it is installed.',
  enterprise: 'Tools of the Enterprise edition, present where it is installed.',
};

function tags(tools: readonly Tool[]): Description['tags'] {
  const present = tiers.filter((tier) => tools.some((tool) => tool.tier === tier));
  return [
    { name: 'service', description: 'Probes, and what a deployment offers.' },
    ...present.map((tier) => ({ name: tier, description: tagDescriptions[tier] })),
  ];
}

function shelves(components: SchemaComponents, problems: ProblemResponses): Components {
  return {
    schemas: components.schemas,
    responses: problems.components,
    headers,
    parameters: requestHeaders,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'svc_live_<kid>_<secret>', description: 'An API key.' },
    },
  };
}
