import { platformRoutes } from '@prosa/shared/contracts/platform.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { routeQuery } from '../../../lib/api/query.ts';
import { readStored, type StoredValue, writeStored } from '../../../lib/storage.ts';

export type Branding = StoredValue<'branding'>;

const PRODUCT: Branding = {
  appName: 'Prosa',
  primaryColorLight: '',
  primaryColorDark: '',
  appLogoLight: '',
  appLogoDark: '',
  appLogoFavicon: '',
  allowSignup: false,
};

/**
 * Returns the installation's name, colours and logos. Starts with the values of the last visit, so that no colour
 * changes while loading.
 */
export const useBranding = (): Branding => {
  const { data } = useQuery({ ...routeQuery(platformRoutes.publicSettings, {}), meta: { silent: true } });
  useEffect(() => {
    if (data !== undefined) writeStored('branding', data);
  }, [data]);
  const known = data ?? readStored('branding') ?? PRODUCT;
  return { ...known, appName: known.appName === '' ? PRODUCT.appName : known.appName };
};
