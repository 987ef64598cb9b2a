import { loadTexts } from './i18n.ts';

/** Loads a screen's module together with its texts. */
export const withTexts = async <M>(screen: Promise<M>, ...features: string[]): Promise<M> => {
  const [module] = await Promise.all([screen, loadTexts(features)]);
  return module;
};
