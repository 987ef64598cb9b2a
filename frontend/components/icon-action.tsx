import Badge from '@mui/material/Badge';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import Tooltip, { type TooltipProps } from '@mui/material/Tooltip';
import type { ReactNode } from 'react';

interface IconActionProps extends Omit<IconButtonProps, 'aria-label' | 'title' | 'children'> {
  /** What it does, as a verb: the tooltip and the accessible name. */
  label: string;
  icon: ReactNode;
  /** A count above the icon; 0 shows nothing. */
  badge?: number;
  /** Marks a toggle that is on. */
  active?: boolean;
  placement?: TooltipProps['placement'];
}

/** A button that is only an icon: always named, always with a tooltip. */
export const IconAction = ({
  label,
  icon,
  badge = 0,
  active,
  placement = 'bottom',
  disabled,
  sx,
  ...rest
}: IconActionProps) => {
  const button = (
    <IconButton
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
  // A disabled button fires no events: its tooltip hangs on a wrapper.
  return (
    <Tooltip title={label} placement={placement}>
      {disabled === true ? <span>{button}</span> : button}
    </Tooltip>
  );
};
