import { helpSchema } from '@prosa/shared/entities/help.ts';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const Help = defineEntity({
  name: 'help',
  schema: helpSchema,
  scope: 'global',
  key: keys.global.help,
});
