import type { SvgIconComponent } from '@mui/icons-material';
import type { Ability, PlanFlag } from '@prosa/shared/permissions.ts';
import type shell from '../../locales/pt/shell.json';

/** An entry of the side menu. */
export interface MenuEntry {
  /** Its label is the text `shell:nav.<id>`. */
  id: keyof typeof shell.nav;
  path: string;
  Icon: SvgIconComponent;
}

/** A screen below the shell, fetched when it is first visited. */
export interface FeatureScreen {
  path: string;
  /**
   * Name of the file in the feature's `components` that has the screen as its default export; `<feature>-screen` when
   * absent.
   */
  component?: string;
  /** Files of `locales/<language>` whose texts the screen needs; the feature's own when absent. */
  texts?: readonly string[];
}

/**
 * What the shell knows of a feature before its code is fetched: its place in the menu and its screens. Its reducers of live
 * events are found by their place, `live-events.ts`.
 */
export interface FeatureManifest {
  /** Its folder in `features`. */
  feature: string;
  menu?: MenuEntry;
  screens?: readonly FeatureScreen[];
  /** Users without it have no menu entry and no screens. */
  ability?: Ability;
  /** Companies whose plan lacks it have no menu entry and no screens. */
  plan?: PlanFlag;
}
