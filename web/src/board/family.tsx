import { Portrait } from '../pets/portrait.tsx';

export const Family = () => (
  <div class="family">
    {(['cat', 'dog', 'rabbit'] as const).map((species, index) => (
      <Portrait key={species} species={species} id={index + 4} isColored />
    ))}
  </div>
);
