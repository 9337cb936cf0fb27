import Theme from 'vitepress/theme-without-fonts';
import './style.css';

/** The usual theme with the fonts of the reader's system: nothing to load, and Chinese has them too. */
export default Theme;
