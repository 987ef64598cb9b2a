import Badge from '@mui/material/Badge';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import type { ReactNode } from 'react';

interface IconActionProps extends Omit<IconButtonProps, 'aria-label' | 'title' | 'children'> {
  /** A verb: the hint and the accessible name. */
  label: string;
  icon: ReactNode;
  /** A count above the icon; 0 shows nothing. */
  badge?: number;
  /** Marks a toggle that is on. */
  active?: boolean;
}

/** A button that is only an icon: always named, always with a hint. */
export const IconAction = ({ label, icon, badge = 0, active, disabled, sx, ...rest }: IconActionProps) => {
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
      <Badge badgeContent={badge} color="error" max={99}>
        {icon}
      </Badge>
    </IconButton>
  );
  // A disabled button feels no pointer: what is around it does.
  return disabled === true ? <span data-hint={label}>{button}</span> : button;
};
