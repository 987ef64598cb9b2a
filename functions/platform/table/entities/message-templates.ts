import { messageTemplateSchema, templateSyncSchema } from '@prosa/shared/entities/message-template.ts';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** A message template of a business whose numbers the company has, with an index by the provider's id. */
export const MessageTemplate = defineEntity({
  name: 'messageTemplate',
  schema: messageTemplateSchema,
  scope: 'tenant',
  key: keys.messageTemplate,
  indexes: { g1: keys.messageTemplateById },
});
export const TemplateSync = defineEntity({
  name: 'templateSync',
  schema: templateSyncSchema,
  scope: 'tenant',
  key: keys.templateSync,
});
