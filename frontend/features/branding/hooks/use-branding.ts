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

/** Name, colours and logos of this installation: as last seen here at first, so that nothing changes colour while loading. */
export const useBranding = (): Branding => {
  const { data } = useQuery({ ...routeQuery(platformRoutes.publicSettings, {}), meta: { silent: true } });
  useEffect(() => {
    if (data !== undefined) writeStored('branding', data);
  }, [data]);
  const known = data ?? readStored('branding') ?? PRODUCT;
  return { ...known, appName: known.appName === '' ? PRODUCT.appName : known.appName };
};
