import type { IntegrationType } from '@prosa/shared/entities/integration.ts';
import type { Adapter } from './adapter.ts';
import { n8n, webhook } from './callbacks.ts';
import { dialogflow } from './dialogflow.ts';
import { typebot } from './typebot.ts';

const ADAPTERS: Readonly<Record<Exclude<IntegrationType, 'flowbuilder'>, Adapter>> = {
  dialogflow,
  n8n,
  webhook,
  typebot,
};

/** Returns how a type of integration is asked; undefined for one that begins a flow of the company. */
export const adapterOf = (type: IntegrationType): Adapter | undefined =>
  type === 'flowbuilder' ? undefined : ADAPTERS[type];
