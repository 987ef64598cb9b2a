import { DEFAULT_QUEUE_COLOR } from '../../../lib/screen/colors.ts';

/** A label with its colour as a dot. The text is not coloured, so that every colour stays readable. */
export const Chip = ({
  label,
  color,
  className = '',
}: {
  label: string;
  color?: string;
  className?: string;
}) => (
  <span className={`chip ${className}`}>
    {color !== undefined && (
      <span className="dot" style={{ backgroundColor: color === '' ? DEFAULT_QUEUE_COLOR : color }} />
    )}
    {label}
  </span>
);
