import { PanelLeft } from 'lucide-react';
import { toggleSidebar, useSidebarOpen } from '@/lib/sidebar.ts';
import { Button } from '@/ui/button.tsx';

export function SidebarToggle() {
  const open = useSidebarOpen();
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label="Sidebar"
      aria-expanded={open}
      aria-controls="sidebar"
      onClick={toggleSidebar}
      className="max-lg:hidden"
    >
      <PanelLeft size={20} aria-hidden="true" />
    </Button>
  );
}
