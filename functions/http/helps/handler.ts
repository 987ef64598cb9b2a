import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { routes } from './function.ts';
import { getHelp, listAllHelps, listHelps } from './list-helps.ts';
import { createHelp, removeHelp, updateHelp } from './save-help.ts';

export const handler = bindRoutes(routes, {
  list: listHelps,
  listAll: listAllHelps,
  get: getHelp,
  create: createHelp,
  update: updateHelp,
  remove: removeHelp,
});
