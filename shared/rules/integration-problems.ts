import type { integrationRoutes } from '../contracts/integrations.ts';
import type { BodyOf } from '../contracts/route.ts';
import type { IntegrationType } from '../entities/integration.ts';

export type IntegrationInput = BodyOf<typeof integrationRoutes.create>;

/** The problems of an integration that are not problems of a single field's format. */
export type IntegrationProblemKey =
  | 'errorAddress'
  | 'errorOrigin'
  | 'errorSlug'
  | 'errorProject'
  | 'errorKeyFile'
  | 'errorFlow'
  | 'errorType';

export interface IntegrationProblem {
  field: keyof IntegrationInput;
  problem: IntegrationProblemKey;
}

/** What a key file says about its service account. */
export interface ServiceAccount {
  clientEmail: string;
  privateKey: string;
}

/** Reads the key file of a service account of Google; undefined if it is none. */
export const readKeyFile = (text: string): ServiceAccount | undefined => {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof file !== 'object' || file === null) return undefined;
  const clientEmail = 'client_email' in file ? file.client_email : undefined;
  const privateKey = 'private_key' in file ? file.private_key : undefined;
  return typeof clientEmail === 'string' &&
    typeof privateKey === 'string' &&
    clientEmail !== '' &&
    privateKey !== ''
    ? { clientEmail, privateKey }
    : undefined;
};

interface World {
  /** Whether an address may be called, as far as its text shows. */
  mayCall: (url: URL) => boolean;
  /** Whether a key file is stored, so that none has to be sent. */
  hasKeyFile: boolean;
}

type Addressed = Pick<IntegrationInput, 'urlN8N'>;
type Tried = Pick<IntegrationInput, 'type' | 'urlN8N' | 'typebotSlug' | 'projectName' | 'jsonContent'>;

const isAllowed = (text: string, { mayCall }: World): boolean => URL.canParse(text) && mayCall(new URL(text));

const addressProblems = ({ urlN8N }: Addressed, world: World): IntegrationProblem[] =>
  isAllowed(urlN8N, world) ? [] : [{ field: 'urlN8N', problem: 'errorAddress' }];

const isOrigin = (text: string): boolean => {
  const { pathname, search, hash } = new URL(text);
  return pathname === '/' && search === '' && hash === '';
};

const typebotProblems = (input: Addressed & { typebotSlug: string }, world: World): IntegrationProblem[] => [
  ...(isAllowed(input.urlN8N, world) && isOrigin(input.urlN8N)
    ? []
    : [{ field: 'urlN8N', problem: 'errorOrigin' } as const]),
  ...(input.typebotSlug === '' ? [{ field: 'typebotSlug', problem: 'errorSlug' } as const] : []),
];

const dialogflowProblems = (
  { projectName, jsonContent }: Pick<IntegrationInput, 'projectName' | 'jsonContent'>,
  { hasKeyFile }: World,
): IntegrationProblem[] => {
  const isKeyFile = jsonContent === '' ? hasKeyFile : readKeyFile(jsonContent) !== undefined;
  return [
    ...(projectName === '' ? [{ field: 'projectName', problem: 'errorProject' } as const] : []),
    ...(isKeyFile ? [] : [{ field: 'jsonContent', problem: 'errorKeyFile' } as const]),
  ];
};

/** Returns what hinders a call of an integration's service, at the fields of its type. */
export const serviceProblems = (input: Tried, world: World): IntegrationProblem[] => {
  switch (input.type) {
    case 'n8n':
    case 'webhook':
      return addressProblems(input, world);
    case 'typebot':
      return typebotProblems(input, world);
    case 'dialogflow':
      return dialogflowProblems(input, world);
    case 'flowbuilder':
      return [];
  }
};

/**
 * Returns the problems of an integration beyond the formats of its fields: what its type needs, and its type, which
 * does not change.
 * @param world.typeBefore type of the stored integration; undefined for a new one
 */
export const integrationProblems = (
  input: IntegrationInput,
  world: World & { typeBefore: IntegrationType | undefined },
): IntegrationProblem[] => {
  const { typeBefore } = world;
  if (typeBefore !== undefined && input.type !== typeBefore) return [{ field: 'type', problem: 'errorType' }];
  return [
    ...serviceProblems(input, world),
    ...(input.type === 'flowbuilder' && input.flowId === null
      ? [{ field: 'flowId', problem: 'errorFlow' } as const]
      : []),
  ];
};
