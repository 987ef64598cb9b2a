import type { quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { withOneFile } from '../messages/with-one-file.ts';
import { requireChangeable } from './require-quick-message.ts';
import { changeQuickMessage } from './save-quick-message.ts';

/** Sets the file of a quick message, from the form or from an earlier upload. */
export const setQuickMessageMedia: RouteHandler<typeof quickMessageRoutes.setMedia> = async (context) => {
  const { principal, params, clock, ids } = context;
  await requireChangeable(openTable(principal.companyId), principal, params.id);
  return withOneFile(context, { keeper: `quick-message.${params.id}` }, ({ media }, marks) => {
    const { key, fileName, mimeType, size } = media;
    return changeQuickMessage(
      principal,
      params.id,
      { clock, ids },
      (quick) => ({ ...quick, media: { key, fileName, mimeType, size } }),
      marks,
    );
  });
};

/** Removes the quick message's file. Does nothing if there is no file. */
export const removeQuickMessageMedia: RouteHandler<typeof quickMessageRoutes.removeMedia> = ({
  principal,
  params,
  ...ports
}) => changeQuickMessage(principal, params.id, ports, (quick) => ({ ...quick, media: null }));
