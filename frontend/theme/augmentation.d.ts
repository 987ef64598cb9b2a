import '@mui/material/styles';
import '@mui/material/Typography';
import type { CSSProperties } from 'react';

interface NotePalette {
  main: string;
  border: string;
  text: string;
}

interface BubblePalette {
  own: string;
  contact: string;
}

interface ExtraPalette {
  /** Border of a field. */
  outline: string;
  /** Private notes. */
  note: NotePalette;
  bubble: BubblePalette;
  backdrop: string;
  /** The one shadow, of what floats. */
  floatShadow: string;
}

declare module '@mui/material/styles' {
  interface TypeBackground {
    raised: string;
  }
  interface PaletteColor {
    /** Quiet background of this colour. */
    soft: string;
    /** This colour as text, readable on every surface. */
    text: string;
  }
  interface SimplePaletteColorOptions {
    soft?: string;
    text?: string;
  }
  interface Palette extends ExtraPalette {}
  interface PaletteOptions extends Partial<ExtraPalette> {}
  interface TypographyVariants {
    message: CSSProperties;
  }
  interface TypographyVariantsOptions {
    message?: CSSProperties;
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    message: true;
  }
}
