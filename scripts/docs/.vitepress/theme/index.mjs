import DefaultTheme from 'vitepress/theme-without-fonts';
import TryIt from './TryIt.vue';
import './style.css';

/** VitePress's own theme with fonts of the system, and the form of the reference. */
export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('TryIt', TryIt);
  },
};
