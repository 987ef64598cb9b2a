import type { AssistantView, assistantRoutes } from '../contracts/assistants.ts';
import type { BodyOf } from '../contracts/route.ts';
import { WRITTEN } from '../entities/assistant.ts';
import { foreignSecrets } from './secret-of-address.ts';

export type AssistantInput = BodyOf<typeof assistantRoutes.create>;

/** The problems of an assistant that are not problems of a single field's format. */
export type AssistantProblemKey = 'errorAddress' | 'errorRequired';

export interface AssistantProblem {
  field: 'baseUrl' | 'model' | 'apiKey' | 'voiceKey' | 'voiceRegion';
  problem: AssistantProblemKey;
}

/** What is known about the keys that are stored: where each is sent, and its last characters, '' without one. */
export type AssistantKeys = Pick<AssistantView, 'baseUrl' | 'apiKeyLast4' | 'voiceRegion' | 'voiceKeyLast4'>;

interface World {
  /** Whether an address may be called, as far as its text shows. */
  mayCall: (url: URL) => boolean;
  /** The stored assistant; undefined for a new one. */
  before: AssistantKeys | undefined;
}

/** Returns the address of a provider's API as it is stored: without slashes at its end. */
export const apiAddress = (baseUrl: string): string =>
  baseUrl.endsWith('/') ? apiAddress(baseUrl.slice(0, -1)) : baseUrl;

/** Whether the stored key of the model may be used: it was given for this address (`secret-of-address.ts`). */
export const keepsApiKey = (
  { baseUrl }: Pick<AssistantInput, 'baseUrl'>,
  before: AssistantKeys | undefined,
): boolean =>
  before !== undefined &&
  before.apiKeyLast4 !== '' &&
  !foreignSecrets('assistant', before, { baseUrl }).has('apiKey');

/** Whether the stored key of the voice may be used: it was given for this region (`secret-of-address.ts`). */
export const keepsVoiceKey = (
  { voiceRegion }: Pick<AssistantInput, 'voiceRegion'>,
  before: AssistantKeys | undefined,
): boolean =>
  before !== undefined &&
  before.voiceKeyLast4 !== '' &&
  !foreignSecrets('assistant', before, { voiceRegion }).has('voiceKey');

/** Whether requests can be sent below an address; what follows a `?` or `#` would end up behind their paths. */
const isApiAddress = (text: string, { mayCall }: World): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return mayCall(url) && url.search === '' && url.hash === '';
};

/** Returns the problems of an assistant beyond the formats of its fields. */
export const assistantProblems = (
  input: Pick<AssistantInput, AssistantProblem['field'] | 'voice'>,
  world: World,
): AssistantProblem[] => {
  const lacks = (field: AssistantProblem['field'], isLacking: boolean): AssistantProblem[] =>
    isLacking ? [{ field, problem: 'errorRequired' }] : [];
  const speaks = input.voice !== WRITTEN;
  return [
    ...(isApiAddress(input.baseUrl, world) ? [] : [{ field: 'baseUrl', problem: 'errorAddress' } as const]),
    ...lacks('model', input.model === ''),
    ...lacks('apiKey', input.apiKey === '' && !keepsApiKey(input, world.before)),
    ...lacks('voiceKey', speaks && input.voiceKey === '' && !keepsVoiceKey(input, world.before)),
    ...lacks('voiceRegion', speaks && input.voiceRegion === ''),
  ];
};
