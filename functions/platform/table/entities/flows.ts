import {
  flowDraftSchema,
  flowFiguresSchema,
  flowFileRowSchema,
  flowPhraseSchema,
  flowSchema,
  flowVersionSchema,
} from '@prosa/shared/entities/flow.ts';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** How long a version is kept after a newer one was published, for the conversations that began with it. */
export const FLOW_VERSION_KEPT_S = 30 * DAY_S;

export const Flow = defineEntity({
  name: 'flow',
  schema: flowSchema,
  scope: 'tenant',
  key: keys.flow,
});
export const FlowDraft = defineEntity({
  name: 'flowDraft',
  schema: flowDraftSchema,
  scope: 'tenant',
  key: keys.flowDraft,
});
export const FlowVersion = defineEntity({
  name: 'flowVersion',
  schema: flowVersionSchema,
  scope: 'tenant',
  key: keys.flowVersion,
  expiresAt: ({ replacedAt }) =>
    replacedAt === null ? undefined : afterInstant(replacedAt, FLOW_VERSION_KEPT_S),
});
/** Only `addToFlowItem` writes it, and only to raise counts. */
export const FlowFigures = defineEntity({
  name: 'flowFigures',
  schema: flowFiguresSchema,
  scope: 'tenant',
  attributes: ['flowId', 'day', 'from'],
  key: keys.flowFigures,
});
/** Flow 0 is the file itself; the others are the flows that use it. */
export const FlowFile = defineEntity({
  name: 'flowFile',
  schema: flowFileRowSchema,
  scope: 'tenant',
  key: keys.flowFile,
  indexes: { g1: (file) => (file.flowId === 0 ? undefined : keys.flowFileOfFlow(file)) },
});
/** A row of the directory, so that whoever stores a message has read it already. */
export const FlowPhrase = defineEntity({
  name: 'flowPhrase',
  schema: flowPhraseSchema,
  scope: 'tenant',
  key: keys.flowPhrase,
});
