import { quickMessageSchema } from '@prosa/shared/entities/quick-message.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const QuickMessage = defineEntity({
  name: 'quickMessage',
  schema: quickMessageSchema,
  scope: 'tenant',
  key: keys.quickMessage,
  indexes: {
    g1: ({ id, userId, shortcode, isShared }) => {
      const place = { id, shortcode: normalizeForSearch(shortcode) };
      return isShared ? keys.sharedQuickMessages(place) : keys.ownQuickMessages({ userId, ...place });
    },
  },
});
