const { createStrapi } = require('@strapi/strapi');

createStrapi().start();
