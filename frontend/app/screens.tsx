import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { RequireAbility, RequirePlan } from '../features/auth/components/guards.tsx';
import type { FeatureManifest, FeatureScreen } from '../lib/screen/feature-manifest.ts';
import { FEATURES } from './features.ts';
import { withTexts } from './with-texts.ts';

const LOADERS = import.meta.glob<{ default: ComponentType }>('../features/*/components/*-screen.tsx');

const routeOf = (feature: string, { path, component, texts }: FeatureScreen): RouteObject => {
  const file = `../features/${feature}/components/${component ?? `${feature}-screen`}.tsx`;
  const load = LOADERS[file];
  if (load === undefined) throw new Error(`no screen in ${file}`);
  return {
    path,
    lazy: async () => ({ Component: (await withTexts(load(), ...(texts ?? [feature]))).default }),
  };
};

const guardsOf = ({ ability, plan }: FeatureManifest) => [
  ...(ability === undefined ? [] : [<RequireAbility key={ability} ability={ability} />]),
  ...(plan === undefined ? [] : [<RequirePlan key={plan} flag={plan} />]),
];

/** Every screen of a feature, by its address and below the guards of the feature. None of them weighs on a first visit. */
export const screens: RouteObject[] = FEATURES.flat().flatMap((manifest) =>
  guardsOf(manifest).reduceRight<RouteObject[]>(
    (children, element) => [{ element, children }],
    (manifest.screens ?? []).map((screen) => routeOf(manifest.feature, screen)),
  ),
);
