import 'react';

// Current HTML attributes that React 18 passes through but does not type. They open menus without a script
// and close dialogs by a press outside.
declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: 'auto' | 'manual' | 'hint' | undefined;
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string | undefined;
    popovertargetaction?: 'show' | 'hide' | 'toggle' | undefined;
  }
  interface DialogHTMLAttributes<T> {
    closedby?: 'any' | 'closerequest' | 'none' | undefined;
  }
}
