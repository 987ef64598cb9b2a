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
  /** The only shadow, for floating elements. */
  floatShadow: string;
}

declare module '@mui/material/styles' {
  interface TypeBackground {
    raised: string;
  }
  interface PaletteColor {
    /** Subtle background in this colour. */
    soft: string;
    /** Text in this colour, readable on every surface. */
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

declare module '@mui/system' {
  /** Corner radii in px. Their CSS variables are `--mui-shape-bubble`, `--mui-shape-tail` and `--mui-shape-pill`. */
  interface Shape {
    bubble: number;
    tail: number;
    pill: number;
  }
  interface ShapeOptions extends Partial<Shape> {}
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    message: true;
  }
}
