import { Type } from 'typebox';
import { PlainText } from '../http/shapes.ts';

/** The query parameters that `nearOf` reads. */
export const NearQuery = Type.Object({
  near: Type.Optional(
    PlainText(
      1,
      200,
      'Only what is near this place: a latitude and a longitude such as `39.8,-89.65`, a postal code of the United States or Canada (of Canada also its first three characters), or a town with its state, province or country such as `Springfield, IL` or `Lodz, Poland`, ignoring case and accents; if several match, the largest one.',
    ),
  ),
  within: Type.Optional(
    Type.String({
      format: 'distance',
      description: 'How near, in kilometers or miles: `50km`, `30mi`. At most 500 miles; 100 miles if omitted.',
    }),
  ),
});
