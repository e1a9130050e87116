# The extension in an image of PHP on Debian. At the root of a clone:
#
#   docker build -f php/docker/debian.Dockerfile --build-arg IMAGE=php:8.4-fpm-trixie .
#
# IMAGE may be an image of FrankenPHP too, such as dunglas/frankenphp:1-php8.4-trixie. Both stages must have the same release of
# Debian, so that the library needs no newer C library than the image has.
ARG IMAGE=php:8.4-cli-trixie

FROM rust:1.95-trixie AS library
COPY . /stringmill
RUN make -C /stringmill install PREFIX=/opt/stringmill

FROM ${IMAGE}
COPY --from=library /opt/stringmill /opt/stringmill
COPY php /usr/src/stringmill
RUN cd /usr/src/stringmill \
    && phpize && ./configure --with-stringmill=/opt/stringmill && make -j2 && make install \
    && docker-php-ext-enable stringmill \
    && rm -rf /usr/src/stringmill /opt/stringmill
