import { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../../lib/api/query.ts';
import type { MetaApp } from '../meta-login.ts';

/** Returns the Meta app; undefined while it loads, or if it cannot be loaded. */
export const useMetaApp = (enabled = true): MetaApp | undefined =>
  useQuery({ ...routeQuery(channelLinkRoutes.app, {}), enabled, meta: { silent: true } }).data;
