/** The paths of the icons that the board does not show: they are loaded with the pages that do. */
export const STAFF_LINES = {
  edit: 'M12.5 4.5 15.5 7.5 7 16H4v-3zM10.7 6.3l3 3',
  home: 'M3 9.5 10 3.5l7 6M5 8.2v8.3h10V8.2M8.3 16.5v-4.7h3.4v4.7',
  inbox: 'M3 11.5 5 4h10l2 7.5V16H3zM3 11.5h4l1 2h4l1-2h4',
  key: 'M12.8 11.5a4.2 4.2 0 1 0-4-3L3 14.3V17h2.7v-2h2v-2h1.5l1.8-1.8a4 4 0 0 0 1.8.3zM13.7 6.3v.1',
  orders: 'M4 3h12v14l-2.5-1.5L11.5 17 10 15.7 8.5 17l-2-1.5L4 17zM7 7h6M7 10.5h6',
  pause: 'M7 4.5v11M13 4.5v11',
  people:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16.5c0-3 2.5-4.5 5.5-4.5s5.5 1.5 5.5 4.5M13.5 3.8a3 3 0 0 1 0 5.4M15.5 12.5c1.7.7 2.7 2 2.7 4',
  plus: 'M10 4v12M4 10h12',
  pulse: 'M2.5 10H6l2.5-6 3.5 12 2.5-6h3',
  save: 'M10 3.5V13M6 9.5l4 4 4-4M3.5 12.5v4h13v-4',
  tag: 'M3 3.5h6.5l7.5 7.5-6 6-8-8zM6.5 7v.1',
  trash: 'M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.8 11h8.4l.8-11M8.5 9v4.5M11.5 9v4.5',
  upload: 'M10 13V3.5M6 7l4-4 4 4M3.5 12.5v4h13v-4',
  usage: 'M3.5 16.5v-5M8 16.5v-9M12.5 16.5v-6M17 16.5v-12',
  webhook:
    'M8 7.5a3 3 0 1 1 4.5 0l2.3 4.3M7.3 8.5 5 12.2M8 14.5h6M5 17a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM15.5 17a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
} as const;
