import { AppError } from '@prosa/shared/errors.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadUsers } from '../../repositories/users/users.ts';
import { createUser } from './create-user.ts';
import { endSessions } from './end-sessions.ts';
import { routes } from './function.ts';
import { listUsers } from './list-users.ts';
import { presentUsers } from './present.ts';
import { removeUser } from './remove-user.ts';
import { requireUser } from './replace-user.ts';
import { removePicture, setPicture } from './set-picture.ts';
import { setListWidth, updateUser } from './update-user.ts';

export const handler = bindRoutes(routes, {
  list: listUsers,
  listBrief: async ({ principal, clock }) => {
    const { companyId, directory } = principal;
    const active = (await loadUsers(openTable(companyId))).filter((user) => user.active);
    const views = await presentUsers(active, directory, clock.now());
    return views.sort((a, b) => a.name.localeCompare(b.name, 'pt'));
  },
  get: async ({ params, principal, clock }) => {
    const { companyId, directory } = principal;
    if (params.id !== principal.userId && !isAdmin(principal.user)) throw new AppError('ERR_NO_PERMISSION');
    const user = await requireUser(openTable(companyId), params.id);
    const [view] = await presentUsers([user], directory, clock.now());
    if (view === undefined) throw new Error('a user was not presented');
    return view;
  },
  create: createUser,
  update: updateUser,
  endSessions,
  remove: removeUser,
  setListWidth,
  setPicture,
  removePicture,
});
