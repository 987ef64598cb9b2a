import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { RequireAbility, RequirePlan } from '../features/auth/components/guards.tsx';
import type { FeatureManifest, FeatureScreen } from '../lib/screen/feature-manifest.ts';
import { fetchCode } from '../lib/screen/fetch-code.ts';
import { withTexts } from '../lib/texts/with-texts.ts';
import { FEATURES } from './features.ts';

const LOADERS = import.meta.glob<{ default: ComponentType }>('../features/*/components/*-screen.tsx');

const routeOf = (feature: string, { path, component, texts }: FeatureScreen): RouteObject => {
  const file = `../features/${feature}/components/${component ?? `${feature}-screen`}.tsx`;
  const load = LOADERS[file];
  if (load === undefined) throw new Error(`no screen in ${file}`);
  return {
    path,
    lazy: async () => ({
      Component: (await fetchCode(() => withTexts(load(), ...(texts ?? [feature])))).default,
    }),
  };
};

const guardsOf = ({ ability, plan }: FeatureManifest) => [
  ...(ability === undefined ? [] : [<RequireAbility key={ability} ability={ability} />]),
  ...(plan === undefined ? [] : [<RequirePlan key={plan} flag={plan} />]),
];

/** Every feature's screens by path, inside the feature's guards. They are not loaded on a first visit. */
export const screens: RouteObject[] = FEATURES.flat().flatMap((manifest) =>
  guardsOf(manifest).reduceRight<RouteObject[]>(
    (children, element) => [{ element, children }],
    (manifest.screens ?? []).map((screen) => routeOf(manifest.feature, screen)),
  ),
);
