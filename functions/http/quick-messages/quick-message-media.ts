import type { quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { withOneFile } from '../messages/with-one-file.ts';
import { requireChangeable } from './require-quick-message.ts';
import { changeQuickMessage } from './save-quick-message.ts';

/** Gives a quick message a file: one of the form, or one that was uploaded before. */
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

/** Takes the file away; without one nothing happens. */
export const removeQuickMessageMedia: RouteHandler<typeof quickMessageRoutes.removeMedia> = ({
  principal,
  params,
  ...ports
}) => changeQuickMessage(principal, params.id, ports, (quick) => ({ ...quick, media: null }));
