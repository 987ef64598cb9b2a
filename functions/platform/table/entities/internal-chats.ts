import {
  internalChatMemberSchema,
  internalChatMessageSchema,
  internalChatSchema,
} from '@prosa/shared/entities/internal-chat.ts';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const InternalChat = defineEntity({
  name: 'internalChat',
  schema: internalChatSchema,
  scope: 'tenant',
  key: keys.internalChat,
});
export const InternalChatMember = defineEntity({
  name: 'internalChatMember',
  schema: internalChatMemberSchema,
  scope: 'tenant',
  key: keys.internalChatMember,
});
export const InternalChatMessage = defineEntity({
  name: 'internalChatMessage',
  schema: internalChatMessageSchema,
  scope: 'tenant',
  key: keys.internalChatMessage,
});
