import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { routes } from './function.ts';
import { listMessageTemplates } from './list-templates.ts';
import { removeMessageTemplate } from './remove-template.ts';
import { createMessageTemplate, updateMessageTemplate } from './save-template.ts';
import { syncMessageTemplates } from './sync-templates.ts';

export const handler = bindRoutes(routes, {
  list: listMessageTemplates,
  sync: syncMessageTemplates,
  create: createMessageTemplate,
  update: updateMessageTemplate,
  remove: removeMessageTemplate,
});
