/** Apart from the other parts of charts, since it loads the chart library. */
import { DefaultTooltipContent, type TooltipContentProps } from 'recharts';

/**
 * The values of a point, which screen readers announce as the arrow keys move along the chart. The library would
 * interrupt them for it.
 */
export const ChartTooltip = (props: TooltipContentProps) => (
  <div role="status">
    {props.payload.length > 0 && <DefaultTooltipContent {...props} accessibilityLayer={false} />}
  </div>
);
