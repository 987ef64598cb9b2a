import type { SvgIconComponent } from '@mui/icons-material';
import type { Ability, PlanFlag } from '@prosa/shared/permissions.ts';

/** An entry of the side menu. Its label is the text `title` of the feature. */
export interface MenuEntry {
  path: string;
  Icon: SvgIconComponent;
  /**
   * Ability required to see the entry, if it differs from the ability for the screens. A user with only this ability
   * sees the entry, and its screen shows that access is denied.
   */
  ability?: Ability;
}

/** A screen inside the shell, loaded on its first visit. */
export interface FeatureScreen {
  path: string;
  /**
   * Name of the file in the feature's `components` whose default export is the screen; `<feature>-screen` when
   * absent.
   */
  component?: string;
  /** Text files in `locales/<language>` that the screen needs; the feature's own file when absent. */
  texts?: readonly string[];
}

/**
 * A feature's menu entry and screens. The shell needs them before it loads the feature's code. The shell finds the
 * feature's reducers of live events by their file name, `live-events.ts`.
 */
export interface FeatureManifest {
  /** Name of the feature's folder in `features`. */
  feature: string;
  menu?: MenuEntry;
  screens?: readonly FeatureScreen[];
  /**
   * Required ability. Users without it have no access to the screens, and no menu entry unless the entry has a separate
   * ability.
   */
  ability?: Ability;
  /** Required feature of the plan; companies without it have no menu entry and no screens. */
  plan?: PlanFlag;
}
