import Badge from '@mui/material/Badge';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import type { ReactNode } from 'react';

interface IconActionProps extends Omit<IconButtonProps, 'aria-label' | 'title' | 'children'> {
  /** A verb, used as hint and accessible name. */
  label: string;
  icon: ReactNode;
  /** A count above the icon; 0 shows nothing. Without one there is no badge element. */
  badge?: number;
  /** The highest number that the badge shows; a larger one as `99+`. */
  badgeMax?: number;
  /** Whether the toggle is on. */
  active?: boolean;
}

/** An icon-only button with an accessible name and a hint. */
export const IconAction = ({
  label,
  icon,
  badge,
  badgeMax = 99,
  active,
  disabled,
  sx,
  ...rest
}: IconActionProps) => {
  const button = (
    <IconButton
      data-hint={label}
      {...rest}
      disabled={disabled === true}
      aria-label={label}
      {...(active === undefined ? {} : { 'aria-pressed': active })}
      sx={[
        active === true && { color: 'primary.text', bgcolor: 'primary.soft' },
        ...(Array.isArray(sx) ? sx : [sx ?? false]),
      ]}
    >
      {badge === undefined ? (
        icon
      ) : (
        <Badge badgeContent={badge} color="error" max={badgeMax}>
          {icon}
        </Badge>
      )}
    </IconButton>
  );
  // A disabled button gets no pointer events, so the hint is on the surrounding element.
  return disabled === true ? <span data-hint={label}>{button}</span> : button;
};
